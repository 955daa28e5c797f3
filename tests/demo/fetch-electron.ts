import type { Clock } from '../../src/core/clock.ts';

export interface FetchPorts {
  /** Downloads and unpacks Electron. Null: done; else why not, in words. Ends soon after it is told to. */
  install(signal: AbortSignal): Promise<string | null>;
  /** Whether the place it comes from takes a connection; tells within a few seconds. */
  isReachable(): Promise<boolean>;
  readonly clock: Clock;
}

/** Nobody waits longer for a demo. */
const MAX_MS = 30_000;
/** What lies in Electron's own cache is unpacked by then, and without a network nothing else will come. */
const UNREACHABLE_MS = 5_000;

/** Tries once to have Electron's binary. Null: it is there now; else why not, in words. */
export async function fetchElectron(ports: FetchPorts): Promise<string | null> {
  const { install, isReachable, clock } = ports;
  const ending = new AbortController();
  let isCutOff = false;
  let why: string | null = null;
  const giveUp = (reason: string) => {
    why = reason;
    ending.abort();
  };
  const cancels = [
    clock.after(UNREACHABLE_MS, () => {
      if (isCutOff) giveUp('the place that it is downloaded from cannot be reached');
    }),
    clock.after(MAX_MS, () => giveUp(`it did not come within ${MAX_MS / 1000} s`)),
  ];
  void isReachable().then((reaches) => {
    isCutOff = !reaches;
  });
  const failure = await install(ending.signal);
  for (const cancel of cancels) cancel();
  return failure === null ? null : (why ?? failure);
}

/** Why it is not even tried to fetch Electron; null: it is. */
export function whyNotFetched(env: Readonly<NodeJS.ProcessEnv>): string | null {
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set';
  return env['CI'] ? 'CI is set, and nothing is downloaded there' : null;
}
