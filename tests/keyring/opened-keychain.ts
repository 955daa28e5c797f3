import { systemClock } from '../../src/core/clock.ts';
import type { LogFields } from '../../src/core/log.ts';
import {
  forkHelper,
  type KeychainOptions,
  openKeychain,
  type Vault,
} from '../../src/core/vault/index.ts';

/** Deadlines for tests, in ms: long enough for a busy machine, short enough to wait for. */
export const SHORT = {
  startMs: 10_000,
  callMs: 1_000,
  lookAfterMs: 150,
  lookMs: 2_000,
  promptMs: 1_000,
  idleMs: 30_000,
} as const;

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
    deadlines: SHORT,
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
