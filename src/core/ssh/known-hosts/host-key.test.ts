import { expect, test } from 'vitest';
import { compareKeys } from './compare-keys.ts';
import { explainKey } from './explain.ts';
import { fingerprint, readHostKeys } from './host-key.ts';

// From OpenSSH's own regress/unittests/sshkey/testdata: ed25519_1.pub and ed25519_2.pub are such keys.
const ONE = {
  type: 'ssh-ed25519',
  blob: 'AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr',
};
const TWO = {
  type: 'ssh-ed25519',
  blob: 'AAAAC3NzaC1lZDI1NTE5AAAAIFOG6kY7Rf4UtCFvPwKgo/BztXck2xC4a2WyA34XtIwZ',
};
const RSA = { type: 'ssh-rsa', blob: 'AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==' };

test('keys are read from lines of known_hosts, and nothing else is', () => {
  const text = [
    '# 127.0.0.1:22 SSH-2.0-OpenSSH_9.2p1',
    `127.0.0.1 ${ONE.type} ${ONE.blob}`,
    `[127.0.0.1]:2222 ${TWO.type} ${TWO.blob} a comment`,
    `|1|salt=|hash= ${RSA.type} ${RSA.blob}\r`,
    `@revoked x ${ONE.type} ${ONE.blob}`,
    `x ${ONE.type} not-base64!`,
    'x',
    '',
  ].join('\n');
  expect(readHostKeys(text)).toEqual([ONE, TWO, RSA]);
});

test.each([
  ['nothing stored', [], [ONE], 'unknown'],
  ['nothing offered', [ONE], [], 'unreachable'],
  ['the same', [ONE], [RSA, ONE], 'same'],
  ['another of the type', [ONE], [TWO], 'changed'],
  ['another of the type beside the same', [ONE, RSA], [TWO, RSA], 'changed'],
  ['none of the type', [ONE], [RSA], 'changed'],
] as const)('%s: %s %s %s', (_, stored, offered, state) => {
  expect(compareKeys(stored, offered).state).toBe(state);
});

test('a change is explained with both fingerprints and what to do', () => {
  const { what, advice } = explainKey('gpu-train-1', compareKeys([ONE], [TWO, RSA]));
  for (const key of [ONE, TWO, RSA]) {
    expect(fingerprint(key).sha256).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(what).toContain(`${fingerprint(key).type} ${fingerprint(key).sha256}`);
  }
  expect(what).toMatch(
    /^gpu-train-1 shows another host key than at the first login\. Stored: ED25519 SHA256:/,
  );
  expect(advice).toContain('Only if they are equal');
});

test.each(['unknown', 'same', 'unreachable'] as const)('%s has its sentences too', (state) => {
  const { what, advice } = explainKey('gpu-train-1', { state });
  expect(what).toMatch(/gpu-train-1.*\.$/);
  expect(advice).toMatch(/\.$/);
});

test('that a host was not asked is said with the reason, not as if it did not answer', () => {
  const unasked = { state: 'unasked', reason: 'ssh-keyscan is missing' } as const;
  expect(explainKey('gpu-train-1', unasked)).toEqual({
    what: 'gpu-train-1 could not be asked for its host key: ssh-keyscan is missing.',
    advice: 'Try again; where a program is missing, install OpenSSH.',
  });
});
