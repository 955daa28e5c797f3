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

const offers = (type: string, hash: string | undefined) =>
  `debug1: kex: algorithm: x\r\ndebug1: Server host key: ${type} SHA256:${hash}\r\nPermission denied (publickey).\r\n`;
const JUMP = offers('ssh-rsa', OTHER);

test.each([
  ['nothing stored', [], offers('ssh-ed25519', HASH), 'unknown'],
  ['nothing received', STORED, 'ssh: connect to host x port 22: Connection refused', 'unreachable'],
  ['a line of the server', STORED, ` ${offers('x', HASH).split('\n')[1]}`, 'unreachable'],
  ['the same', STORED, offers('ssh-ed25519', HASH), 'same'],
  ['one of two', ['RSA SHA256:x', ...STORED], offers('ssh-ed25519', HASH), 'same'],
  ['the same behind a jump host', STORED, JUMP + offers('ssh-ed25519', HASH), 'same'],
  ['another of the type', STORED, offers('ssh-ed25519', OTHER), 'changed'],
  ['another type', STORED, offers('ecdsa-sha2-nistp256', HASH), 'changed'],
] as const)('%s', (_, stored, messages, state) => {
  expect(compareKeys(stored, messages).state).toBe(state);
});

test('a change is explained with both fingerprints and what to do', () => {
  const comparison = compareKeys(STORED, offers('ecdsa-sha2-nistp256', OTHER));
  const { what, advice } = explainKey('gpu-train-1', comparison);
  expect(what).toBe(
    `The host key of gpu-train-1 has changed. Stored: ${STORED[0]}. Now: ECDSA SHA256:${OTHER}.`,
  );
  expect(advice).toContain('If they match');
});
