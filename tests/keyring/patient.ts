/** Deadlines, in ms, that even a busy machine meets. A test of a deadline uses a virtual clock. */
export const PATIENT = {
  startMs: 40_000,
  callMs: 30_000,
  lookAfterMs: 20_000,
  lookMs: 10_000,
  promptMs: 50_000,
  idleMs: 60_000,
} as const;
