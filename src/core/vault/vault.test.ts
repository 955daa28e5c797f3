import { beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createRecordingLog, type RecordingLog } from '../testing/recording-log.ts';
import type { UserError } from '../user-error.ts';
import type { CollectionState } from './collection-state.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';
import { createMemorySecretStore, type MemorySecretStore } from './testing/memory-secret-store.ts';
import { createVault, type Vault } from './vault.ts';

const ACCOUNT = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
const CANARY = 'canary-secret';

let keychain: MemorySecretStore;
let known: CollectionState | undefined;
let log: RecordingLog;
let vault: Vault;

function vaultOn(store: SecretStore): Vault {
  return createVault({
    store,
    collectionState: async () => known ?? (keychain.locked ? 'locked' : 'available'),
    log,
  });
}

beforeEach(() => {
  keychain = createMemorySecretStore();
  known = undefined;
  log = createRecordingLog();
  vault = vaultOn(keychain);
});

const revealed = (reading: Secret | UserError | null) =>
  reading instanceof Secret ? reading.reveal() : reading;

const failing = (kind: ConstructorParameters<typeof KeychainError>[0]): SecretStore => {
  const fail = () => Promise.reject(new KeychainError(kind));
  return { get: fail, set: fail, delete: fail };
};

describe('reading', () => {
  test('reads the keychain each time', async () => {
    expect(await vault.write(ACCOUNT, new Secret('one'))).toBeNull();
    const reading = await vault.read(ACCOUNT, { expected: true });
    expect(revealed(reading)).toBe('one');
    await vaultOn(keychain).write(ACCOUNT, new Secret('two'));
    expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('two');
  });

  test('is absent when nothing is expected, and when an unlocked keyring holds nothing', async () => {
    expect(await vault.read(ACCOUNT, { expected: false })).toBeNull();
    expect(await vault.read(ACCOUNT, { expected: true })).toBeNull();
  });

  test.each(['locked', 'unknown', 'notAnswering'] as const)(
    'is locked when an expected credential is not found and the keyring is %s',
    async (state) => {
      known = state;
      expect(await vault.read(ACCOUNT, { expected: true })).toMatchObject({ kind: 'locked' });
    },
  );

  test('is unavailable without a keyring', async () => {
    known = 'missing';
    const reading = await vault.read(ACCOUNT, { expected: true });
    expect(reading).toMatchObject({ kind: 'missing' });
  });

  test('is not absent when the keyring is unlocked between read and check', async () => {
    await vault.write(ACCOUNT, new Secret('one'));
    keychain.locked = true;
    const opening = createVault({
      store: keychain,
      async collectionState() {
        keychain.locked = false;
        return 'available';
      },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    expect(revealed(await opening.read(ACCOUNT, { expected: true }))).toBe('one');
  });

  test('does not touch a locked keyring when quiet', async () => {
    keychain.locked = true;
    const touched: string[] = [];
    const watched = vaultOn({
      ...keychain,
      get: async (item) => {
        touched.push(item);
        return null;
      },
    });
    const options = { expected: true, quiet: true };
    expect(await watched.read(ACCOUNT, options)).toMatchObject({ kind: 'locked' });
    expect(touched).toEqual([]);
  });

  test.each(['notAnswering', 'crashed', 'missing', 'refused', 'damaged'] as const)(
    'is unavailable with a message and an action on %s',
    async (kind) => {
      const reading = await vaultOn(failing(kind)).read(ACCOUNT, { expected: true });
      const sentence = expect.stringMatching(/^[A-Z].+\.$/);
      expect(reading).toMatchObject({ kind, message: sentence, action: sentence });
    },
  );

  test('is locked after an unanswered prompt', async () => {
    const reading = await vaultOn(failing('locked')).read(ACCOUNT, { expected: true });
    expect(reading).toMatchObject({ kind: 'locked' });
  });
});

describe('writing to a keychain that refuses', () => {
  test('keeps the credential in memory with the reason', async () => {
    keychain.locked = true;
    const writing = await vault.write(ACCOUNT, new Secret(CANARY));
    expect(writing).toMatchObject({ kind: 'locked' });
    expect(revealed(await vault.read(ACCOUNT, { expected: false }))).toBe(CANARY);
    expect(log.lines.join()).toContain('vault.memory_only');
    expect(log.lines.join()).not.toContain(CANARY);
  });

  test('prefers the newer credential in memory until it is stored', async () => {
    await vault.write(ACCOUNT, new Secret('old'));
    keychain.locked = true;
    await vault.write(ACCOUNT, new Secret('new'));
    keychain.locked = false;
    const kept = await vault.read(ACCOUNT, { expected: true });
    if (!(kept instanceof Secret)) throw new Error('not read');
    expect(kept.reveal()).toBe('new');

    expect(await vault.write(ACCOUNT, kept)).toBeNull();
    expect(keychain.items.get(ACCOUNT)).toBe('new');
    await vaultOn(keychain).write(ACCOUNT, new Secret('newer, by another process'));
    expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toContain('newer');
  });
});

describe('removing', () => {
  test('succeeds, and again when repeated', async () => {
    await vault.write(ACCOUNT, new Secret('one'));
    expect(await vault.remove(ACCOUNT)).toBeNull();
    expect(keychain.items.size).toBe(0);
    expect(await vault.remove(ACCOUNT)).toBeNull();
  });

  test('fails when the keyring is locked, and keeps the credential', async () => {
    await vault.write(ACCOUNT, new Secret('one'));
    keychain.locked = true;
    const removal = await vault.remove(ACCOUNT);
    expect(removal).toMatchObject({ kind: 'locked' });
    keychain.locked = false;
    expect(revealed(await vault.read(ACCOUNT, { expected: true }))).toBe('one');
    expect(await vault.remove(ACCOUNT)).toBeNull();
  });

  test.each(['available', 'unknown'] as const)(
    'fails when the credential is still there, state %s',
    async (state) => {
      known = state;
      await keychain.set(ACCOUNT, 'one');
      const lying = vaultOn({ ...keychain, delete: async () => true });
      expect(await lying.remove(ACCOUNT)).toBeInstanceOf(KeychainError);
    },
  );

  test('trusts the result of the keychain when the state is unknown', async () => {
    known = 'unknown';
    await vault.write(ACCOUNT, new Secret('one'));
    expect(await vault.remove(ACCOUNT)).toBeNull();
    expect(await vault.remove(ACCOUNT)).toBeInstanceOf(KeychainError);
  });

  test('removes the credential from memory', async () => {
    keychain.locked = true;
    await vault.write(ACCOUNT, new Secret('one'));
    await vault.remove(ACCOUNT);
    expect(await vault.read(ACCOUNT, { expected: false })).toBeNull();
  });

  test.each(['notAnswering', 'missing'] as const)('reports %s', async (kind) => {
    const removal = await vaultOn(failing(kind)).remove(ACCOUNT);
    expect(removal).toMatchObject({ kind });
  });
});

test('calls for one account run in order', async () => {
  const results = await Promise.all([
    vault.write(ACCOUNT, new Secret('one')),
    vault.remove(ACCOUNT),
    vault.read(ACCOUNT, { expected: false }),
    vault.write(ACCOUNT, new Secret('two')),
    vault.read(ACCOUNT, { expected: true }),
  ]);
  expect(results.map(revealed)).toEqual([null, null, null, null, 'two']);
});

describe('status', () => {
  test.each([
    ['available', 'available'],
    ['locked', 'locked'],
    ['missing', 'missing'],
    ['notAnswering', 'notAnswering'],
  ] as const)('of a keyring that is %s is %s', async (state, status) => {
    known = state;
    expect(await vaultOn(failing('crashed')).status()).toBe(status);
  });

  test.each([
    ['notAnswering', 'notAnswering'],
    ['missing', 'missing'],
    ['locked', 'locked'],
  ] as const)(
    'of an unknown keyring with a read that fails with %s is %s',
    async (kind, status) => {
      known = 'unknown';
      expect(await vaultOn(failing(kind)).status()).toBe(status);
      expect(await vault.status()).toBe('available');
    },
  );
});

test('a pending call for one account does not delay another', async () => {
  const gate = Promise.withResolvers<null>();
  const slow = vaultOn({
    ...keychain,
    get: (item) => (item === ACCOUNT ? gate.promise : keychain.get(item)),
  });
  const pending = slow.read(ACCOUNT, { expected: false });
  expect(await slow.read('other', { expected: false })).toBeNull();
  gate.resolve(null);
  expect(await pending).toBeNull();
});
