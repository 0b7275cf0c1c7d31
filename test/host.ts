/** The part of Excel's host that a function sees while it runs, for tests outside a browser. */
export class HostError extends Error {
  constructor(readonly code: string, message?: string) {
    super(message ?? code);
  }
}

const ErrorCode = { invalidValue: "#VALUE!", notAvailable: "#N/A", divisionByZero: "#DIV/0!", invalidNumber: "#NUM!", nullReference: "#NULL!", invalidName: "#NAME?", invalidReference: "#REF!" };

type Associate = (id: string, implementation: (...args: unknown[]) => unknown) => void;

export const customFunctions = (associate: Associate = () => undefined) => ({ associate, Error: HostError, ErrorCode });

/** Puts CustomFunctions where functions look for it. */
export function installHost(associate?: Associate): void {
  Object.assign(globalThis, { CustomFunctions: customFunctions(associate) });
}
