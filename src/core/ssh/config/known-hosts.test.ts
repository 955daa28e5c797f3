import { describe, expect, test } from 'vitest';
import {
  compareKeys,
  compareWithScan,
  explainKey,
  fingerprint,
  type HostKey,
  readHostKeys,
} from './known-hosts.ts';

// From OpenSSH's regress/unittests/sshkey/testdata: ed25519_1.pub and ed25519_2.pub.
const ONE = {
  type: 'ssh-ed25519',
  blob: 'AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr',
};
const TWO = {
  type: 'ssh-ed25519',
  blob: 'AAAAC3NzaC1lZDI1NTE5AAAAIFOG6kY7Rf4UtCFvPwKgo/BztXck2xC4a2WyA34XtIwZ',
};
const RSA = { type: 'ssh-rsa', blob: 'AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==' };

test('reads keys from known_hosts lines only', () => {
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
    expect(fingerprint(key)).toMatch(/^[A-Z0-9-]+ SHA256:[A-Za-z0-9+/]{43}$/);
    expect(what).toContain(fingerprint(key));
  }
  expect(what).toMatch(/^The host key of gpu-train-1 has changed\. Stored: ED25519 SHA256:/);
  expect(advice).toContain('If they match');
});

test('a check that failed is explained with its reason', () => {
  const reason = 'ssh-keyscan is missing';
  expect(explainKey('gpu-train-1', { state: 'unasked', reason })).toEqual({
    what: 'Failed to check the host key of gpu-train-1: ssh-keyscan is missing.',
    advice: 'Try again, or install OpenSSH if it is missing.',
  });
});

describe('compareWithScan', () => {
  const key = (type: string, blob: string): HostKey => ({ type, blob: blob.repeat(16) });
  const ED = key('ssh-ed25519', 'A');
  const OTHER_ED = key('ssh-ed25519', 'B');
  const OTHER = key('ssh-rsa', 'C');

  /** @returns the state, and the types of each scan */
  async function compare(answers: readonly (readonly HostKey[])[]) {
    const scans: string[] = [];
    const { state } = await compareWithScan([ED], async (types) => {
      const keys = answers[scans.length] ?? [];
      scans.push(types.join(',') || 'all');
      return keys;
    });
    return [state, ...scans];
  }

  test.each([
    ['the stored type with the same key', [[ED]], ['same', 'ssh-ed25519']],
    ['the stored type with another key', [[OTHER_ED]], ['changed', 'ssh-ed25519']],
    ['a connection dropped once', [[], [ED, OTHER]], ['same', 'ssh-ed25519', 'all']],
    ['dropped twice', [[], [OTHER], [OTHER, ED]], ['same', 'ssh-ed25519', 'all', 'all']],
    ['dropped, then another key', [[], [OTHER_ED]], ['changed', 'ssh-ed25519', 'all']],
    ['other types, twice', [[], [OTHER], [OTHER]], ['changed', 'ssh-ed25519', 'all', 'all']],
    ['other types, then nothing', [[], [OTHER], []], ['unreachable', 'ssh-ed25519', 'all', 'all']],
    ['nothing', [[], []], ['unreachable', 'ssh-ed25519', 'all']],
  ] as const)('%s', async (_, answers, expected) => {
    expect(await compare(answers)).toEqual(expected);
  });

  test('scans all stored types at once, and one known key is enough', async () => {
    const scans: (readonly string[])[] = [];
    const comparison = await compareWithScan([ED, OTHER], async (types) => {
      scans.push(types);
      return [OTHER];
    });
    expect(comparison).toEqual({ state: 'same' });
    expect(scans).toEqual([['ssh-ed25519', 'ssh-rsa']]);
  });

  test('a failed scan is not reported as unreachable', async () => {
    const reason = 'ssh-keyscan is missing';
    expect(await compareWithScan([ED], async () => reason)).toEqual({
      state: 'unasked',
      reason,
    });
  });
});
