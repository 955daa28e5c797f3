import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { LogFields } from '../../src/core/log.ts';
import { Secret } from '../../src/core/secret.ts';
import type { VirtualClock } from '../../src/core/testing/virtual-clock.ts';
import type { UserError } from '../../src/core/user-error.ts';
import {
  forkHelper,
  type KeychainOptions,
  openKeychain,
  type Vault,
} from '../../src/core/vault/index.ts';
import { type Keyring, type KeyringOptions, startKeyring } from './harness.ts';
import { PATIENT } from './patient.ts';
import { until } from './until.ts';

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
  env: Readonly<NodeJS.ProcessEnv>,
  options: Partial<KeychainOptions>,
): OpenedKeychain {
  const helperPids: number[] = [];
  const stderr: string[] = [];
  const logged: string[] = [];
  const waiting: boolean[] = [];
  const write = (event: string, fields?: LogFields) =>
    logged.push(JSON.stringify({ event, fields }));
  const fork = forkHelper({ env, onStderr: (text) => stderr.push(text) });
  const { vault, dispose } = openKeychain({
    clock: systemClock,
    log: { debug: write, info: write, warn: write, error: write },
    env,
    deadlines: PATIENT,
    onWaiting: (now) => waiting.push(now),
    ...options,
    spawnHelper(...listeners) {
      const helper = fork(...listeners);
      if (helper.pid !== undefined) helperPids.push(helper.pid);
      return helper;
    },
  });
  return { vault, helperPids, stderr, logged, waiting, dispose };
}

/** Starts one keyring for all tests of a file, which run in order. `open`: a vault on it, closed after the test. */
export function sharedKeyring(keyringOptions?: KeyringOptions) {
  let keyring: Keyring | undefined;
  beforeAll(async () => {
    keyring = await startKeyring(keyringOptions);
  });
  afterAll(() => keyring?.close());
  const session = () => {
    if (keyring === undefined) throw new Error('the keyring has not been started');
    return keyring;
  };
  return {
    session,
    open({ env = session().env, ...options }: Partial<KeychainOptions> = {}): OpenedKeychain {
      const opened = openedKeychain(env, options);
      onTestFinished(opened.dispose);
      return opened;
    },
  };
}

export const ACCOUNT = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
export const SERVICE = 'GPU Tray';

/** What a read found: the credential, or the state. */
/** The value, null where it is absent, or the kind of the error. */
export const revealed = (reading: Secret | UserError | null) =>
  reading instanceof Secret ? reading.reveal() : (reading?.kind ?? null);
