import { expect, test } from 'vitest';
import { compareKeys, explainKey, storedFingerprints } from './known-hosts.ts';

// From OpenSSH's regress/unittests/sshkey/testdata: ed25519_1.pub and ed25519_2.pub.
const ONE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr';
const RSA = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==';
const [HASH = '', OTHER] = ['wVHvE17MlXfvfHsUlR4Qs8w64iLuR34hDQwyhMcx+2U', 'x'.repeat(43)];
const STORED = [`ED25519 SHA256:${HASH}`];

test('reads the fingerprints of lines of known_hosts only', () => {
  const lines = [
    '# 127.0.0.1:22 SSH-2.0-OpenSSH_9.2p1',
    `127.0.0.1 ${ONE} a comment`,
    `|1|salt=|hash= ${RSA}\r`,
    `@revoked x ${ONE}`,
    'x ssh-ed25519 not-base64!',
    'x',
    '',
  ];
  const [one, rsa, ...others] = storedFingerprints(lines);
  expect([one, others]).toEqual([STORED[0], []]);
  expect(rsa).toMatch(/^RSA SHA256:[A-Za-z0-9+/]{43}$/);
});

const ALIAS = 'gpu-tray-vm-one';
const server = (...lines: readonly string[]) =>
  ['Authenticating to 192.0.2.1:22 as ‘x’', ...lines].map((line) => `debug1: ${line}\r\n`).join('');
const keyLine = (type: string, hash: string | undefined) =>
  `Server host key: ${type} SHA256:${hash}`;
const NAMED = `using hostkeyalias: ${ALIAS}`;
const offers = (type: string, hash: string | undefined) =>
  server(NAMED, 'kex: algorithm: x', keyLine(type, hash), NAMED);
const SAME = offers('ssh-ed25519', HASH);
const JUMP = server(keyLine('ssh-rsa', OTHER), `${NAMED}-jump`);

test.each([
  ['nothing stored', [], SAME, 'unknown'],
  ['nothing received', STORED, 'ssh: connect to host x port 22: Connection refused', 'unreachable'],
  ['a line of the server', STORED, server(NAMED, `x: ${keyLine('x', HASH)}`), 'unreachable'],
  ['the same', STORED, SAME, 'same'],
  ['the same, of types that the user’s config lists', STORED, SAME.replace(NAMED, ''), 'same'],
  ['one of two', ['RSA SHA256:x', ...STORED], SAME, 'same'],
  ['the same behind a jump host', STORED, JUMP + SAME, 'same'],
  ['only a jump host’s', STORED, JUMP, 'unreachable'],
  ['none behind a jump host', STORED, JUMP + server(NAMED), 'unreachable'],
  ['the same, then a banner', STORED, SAME + offers('ssh-rsa', OTHER), 'same'],
  ['another of the type', STORED, offers('ssh-ed25519', OTHER), 'changed'],
  ['another type', STORED, offers('ecdsa-sha2-nistp256', HASH), 'changed'],
] as const)('%s', (_, stored, messages, state) => {
  expect(compareKeys(stored, messages, ALIAS).state).toBe(state);
});

test('a change is explained with both fingerprints and what to do', () => {
  const comparison = compareKeys(STORED, offers('ecdsa-sha2-nistp256', OTHER), ALIAS);
  const { what, advice } = explainKey('gpu-train-1', comparison);
  expect(what).toBe(
    `The host key of gpu-train-1 has changed. Stored: ${STORED[0]}. Now: ECDSA SHA256:${OTHER}.`,
  );
  expect(advice).toContain('If they match');
});
