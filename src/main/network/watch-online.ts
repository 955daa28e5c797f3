import type { Clock } from '../../core/clock.ts';

/** `isOnline` is asked every ten seconds; `onChange` hears only of changes. */
export interface WatchOnlinePorts {
  isOnline(): boolean;
  readonly clock: Clock;
  onChange(isOnline: boolean): void;
}

/** Electron's main process has no event for it; looking costs nothing. */
const EVERY_MS = 10_000;

/** Tells when the network comes or goes. Returns what ends it. */
export function watchOnline({ isOnline, clock, onChange }: WatchOnlinePorts): () => void {
  let was = isOnline();
  let cancel = () => {};
  const look = () => {
    const is = isOnline();
    if (is !== was) onChange(is);
    was = is;
    cancel = clock.after(EVERY_MS, look);
  };
  cancel = clock.after(EVERY_MS, look);
  return () => cancel();
}
