/** Until when a VM runs, by its script's answer, ms. `idleMs`: the idle time so far. */
export type ArmedLimit =
  | { readonly kind: 'time'; readonly remainingMs: number }
  | { readonly kind: 'idle'; readonly ms: number; readonly idleMs: number };

/** A script on a VM that stops the VM with the VM's own key, by the script's answer. */
export interface ArmedStop {
  /** Number of the write, by the computer that sent it. */
  readonly number: number;
  /** Name of that computer. */
  readonly computer: string;
  readonly limit: ArmedLimit;
  /** Its key was tried for the stop call when it was armed. */
  readonly isProved: boolean;
  /** HTTP status of the last stop call that was not accepted; 0: it had no answer. Null: none was refused. */
  readonly refused: number | null;
}
