/** How long the keychain may take, in ms. */
export interface KeychainDeadlines {
  /** From the start of the helper process until it takes calls. */
  readonly startMs: number;
  /** For one call, while no prompt is open. */
  readonly callMs: number;
  /** After that time without an answer we look whether the keyring may be asking its owner. */
  readonly lookAfterMs: number;
  /** For each question to the bus when we look. `lookAfterMs + lookMs` lies below `callMs`, or the look comes too late. */
  readonly lookMs: number;
  /** For one call while the keyring may be asking its owner. */
  readonly promptMs: number;
  /** Without a call for that long, the helper process is ended: it costs memory, and holds what it last read. */
  readonly idleMs: number;
}

/** What the app and the command line grant. A prompt gets two minutes: somebody has to see it, and find the password. */
export const KEYCHAIN_DEADLINES: KeychainDeadlines = {
  startMs: 10_000,
  callMs: 5_000,
  lookAfterMs: 1_000,
  lookMs: 2_000,
  promptMs: 120_000,
  idleMs: 30_000,
};
