/** The part of Excel's host that a function sees while it runs, for tests outside a browser. */
export class HostError extends Error {
  constructor(readonly code: string, message?: string) {
    super(message ?? code);
  }
}

const ERROR_CODES = { invalidValue: "#VALUE!", notAvailable: "#N/A", divisionByZero: "#DIV/0!", invalidNumber: "#NUM!", nullReference: "#NULL!", invalidName: "#NAME?", invalidReference: "#REF!" };

/** Puts CustomFunctions where functions look for it. */
export function installHost(associate: (id: string, implementation: (...args: unknown[]) => unknown) => void = () => undefined): void {
  Object.assign(globalThis, { CustomFunctions: { associate, Error: HostError, ErrorCode: ERROR_CODES } });
}
