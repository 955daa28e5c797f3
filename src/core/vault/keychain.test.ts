import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import type { CollectionState } from './collection-state.ts';
import { createKeytarStore, KEYCHAIN_DEADLINES } from './keytar-client.ts';
import type { KeytarAnswer } from './keytar-protocol.ts';

/** A keychain whose helper answers each call so. */
function storeThat(answer: KeytarAnswer, state: CollectionState = 'available') {
  return createKeytarStore({
    ...{ clock: createVirtualClock(), log: silentLog, deadlines: KEYCHAIN_DEADLINES },
    collectionState: async () => state,
    spawnHelper(onMessage) {
      queueMicrotask(() => onMessage({ value: null }));
      return { send: () => onMessage(answer), kill: () => {} };
    },
    mayPrompt: async () => false,
    onWaiting: () => {},
  });
}
const refusing = (refusal: string, state?: CollectionState) => storeThat({ refusal }, state);

test('replies are returned', async () => {
  expect(await storeThat({ value: 'x' }).get('a')).toBe('x');
  expect(await storeThat({ value: null }).get('a')).toBe(null);
  expect(await storeThat({ value: true }).delete('a')).toBe(true);
  expect(await storeThat({ value: false }).delete('a')).toBe(false);
});

test.each([
  ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
  ["Cannot find package 'keytar' imported from /opt/gpu-tray/out/cli/keytar-process.js", 'missing'],
  ['Could not connect: No such file or directory', 'missing'],
  ['Failed to execute child process “dbus-launch” (No such file or directory)', 'missing'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'missing'],
  ['Failed to load keytar native addon, checked ["../build/Release"] on linux-x64', 'missing'],
  ['Cannot create an item in a locked collection', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['Timeout was reached', 'notAnswering'],
  ['The user name or passphrase you entered is not correct.', 'refused'],
] as const)('the error "%s" means %s', async (text, kind) => {
  await expect(refusing(text).set('a', 'v')).rejects.toMatchObject({ kind });
});

test.each([
  ['locked', 'locked'],
  ['missing', 'missing'],
  ['notAnswering', 'notAnswering'],
  ['available', 'refused'],
  ['unknown', 'refused'],
] as const)('an unknown error means with a keyring that is %s: %s', async (state, kind) => {
  await expect(refusing('Mystère', state).set('a', 'v')).rejects.toMatchObject({ kind });
});
