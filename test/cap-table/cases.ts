/** Reading the case files. */
export interface Case {
  readonly id: string;
  readonly source: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly cell?: string;
  readonly cellArgs?: readonly unknown[];
  readonly expect?: Readonly<Record<string, number>>;
  readonly value?: number;
  readonly error?: string;
  readonly rel?: number;
  readonly abs?: number;
}

/** What the dotted path leads to. */
function dig(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** Path, number got, number wanted, tolerance. */
export function expectations({ expect = {}, rel = 1e-12, abs = 0 }: Case, answer: unknown): [string, number, number, number][] {
  return Object.entries(expect).map(([path, want]) => [path, Number(dig(answer, path)), want, Math.max(abs, rel * Math.abs(want))]);
}
