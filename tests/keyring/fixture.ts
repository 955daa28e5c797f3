import { test as base } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { LogFields } from '../../src/core/log.ts';
import type { VirtualClock } from '../../src/core/testing/virtual-clock.ts';
import {
  forkHelper,
  type KeychainOptions,
  openKeychain,
  type Vault,
} from '../../src/core/vault/index.ts';
import { type Keyring, type KeyringOptions, startKeyring } from './harness.ts';
import { until } from './until.ts';

/** Deadlines, in ms, that even a busy machine meets. A test of a deadline uses a virtual clock. */
export const PATIENT = {
  startMs: 40_000,
  callMs: 30_000,
  lookAfterMs: 20_000,
  lookMs: 10_000,
  promptMs: 50_000,
  idleMs: 60_000,
} as const;

/** Waits until a timer of `ms` is started, such as the deadline of a call, and lets it fire. */
export async function passUntilDue(clock: VirtualClock, ms: number): Promise<void> {
  await until(`a timer of ${ms} ms`, () => clock.pending().includes(ms));
  await clock.advance(ms);
}

/** The vault on a test's keyring, and its observable effects. */
export interface OpenedKeychain {
  readonly vault: Vault;
  /** The process ids of the helpers started so far. */
  readonly helperPids: readonly number[];
  /** The stderr of the helpers. */
  readonly stderr: readonly string[];
  readonly logged: readonly string[];
  /** The values passed to `onWaiting`. */
  readonly waiting: readonly boolean[];
  dispose(): void;
}

function openedKeychain(
  env: Readonly<Record<string, string>>,
  options: Partial<KeychainOptions> = {},
): OpenedKeychain {
  const helperPids: number[] = [];
  const stderr: string[] = [];
  const logged: string[] = [];
  const waiting: boolean[] = [];
  const write = (event: string, fields?: LogFields) =>
    logged.push(JSON.stringify({ event, fields }));
  const spawnHelper =
    options.spawnHelper ?? forkHelper({ env, onStderr: (text) => stderr.push(text) });
  const { vault, dispose } = openKeychain({
    clock: systemClock,
    log: { debug: write, info: write, warn: write, error: write },
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

/** Starts keyrings and opens vaults on them. */
export interface KeyringFixture {
  /** Starts an unlocked, empty keyring. */
  start(options?: KeyringOptions): Promise<Keyring>;
  open(env: Readonly<Record<string, string>>, options?: Partial<KeychainOptions>): OpenedKeychain;
}

/** Vitest's `test` with a `keyring`; everything started is closed when the test ends. */
export const test = base.extend('keyring', ({ task: _ }, { onCleanup }): KeyringFixture => {
  const closers: (() => unknown)[] = [];
  onCleanup(async () => {
    for (const close of closers.reverse()) await close();
  });
  return {
    async start(options) {
      const keyring = await startKeyring(options);
      closers.push(keyring.close);
      return keyring;
    },
    open(env, options) {
      const keychain = openedKeychain(env, options);
      closers.push(keychain.dispose);
      return keychain;
    },
  };
});

export const ACCOUNT = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
export const SERVICE = 'GPU Tray';
