import { systemClock } from '../../src/core/clock.ts';
import type { LogFields } from '../../src/core/log.ts';
import {
  forkHelper,
  type KeychainOptions,
  openKeychain,
  type Vault,
} from '../../src/core/vault/index.ts';
import type { VirtualClock } from '../../src/core/virtual-clock.ts';
import { until } from './until.ts';

/** Deadlines, in ms, that no machine is too busy for. A test of one of them brings a clock that it moves on by itself. */
export const PATIENT = {
  startMs: 40_000,
  callMs: 30_000,
  lookAfterMs: 20_000,
  lookMs: 10_000,
  promptMs: 50_000,
  idleMs: 60_000,
} as const;

/**
 * Lets time pass until something falls due so many ms after it began, such as the deadline of a call.
 *
 * @param ms what is waited for, counted from its beginning
 */
export async function passUntilDue(clock: VirtualClock, ms: number): Promise<void> {
  await until(`something that is due in ${ms} ms`, () => clock.pending().includes(ms));
  await clock.advance(ms);
}

/** The vault on a test's keyring, and all that can be seen of it from outside. */
export interface OpenedKeychain {
  readonly vault: Vault;
  /** The process ids of the helpers started so far. */
  readonly helperPids: readonly number[];
  /** What the helpers wrote to stderr. */
  readonly stderr: readonly string[];
  readonly logged: readonly string[];
  /** What `onWaiting` was told. */
  readonly waiting: readonly boolean[];
  dispose(): void;
}

export function openedKeychain(
  env: Readonly<Record<string, string>>,
  options: Partial<KeychainOptions> = {},
): OpenedKeychain {
  const helperPids: number[] = [];
  const stderr: string[] = [];
  const logged: string[] = [];
  const waiting: boolean[] = [];
  const note = (event: string, fields?: LogFields) =>
    logged.push(JSON.stringify({ event, fields }));
  const spawnHelper =
    options.spawnHelper ?? forkHelper({ env, onStderr: (text) => stderr.push(text) });
  const { vault, dispose } = openKeychain({
    clock: systemClock,
    log: { debug: note, info: note, warn: note, error: note },
    env,
    deadlines: PATIENT,
    onWaiting: (now) => waiting.push(now),
    ...options,
    spawnHelper() {
      const helper = spawnHelper();
      if (helper.pid !== undefined) helperPids.push(helper.pid);
      return helper;
    },
  });
  return { vault, helperPids, stderr, logged, waiting, dispose };
}
