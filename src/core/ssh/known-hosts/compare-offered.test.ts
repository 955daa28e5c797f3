import { expect, test } from 'vitest';
import { compareOffered } from './compare-offered.ts';
import type { HostKey } from './host-key.ts';

const key = (type: string, blob: string): HostKey => ({ type, blob: blob.repeat(16) });
const ED = key('ssh-ed25519', 'A');
const OTHER_ED = key('ssh-ed25519', 'B');
const RSA = key('ssh-rsa', 'C');

async function compare(answers: readonly (readonly HostKey[])[]) {
  const asked: string[] = [];
  const { state } = await compareOffered([ED], async (types) => {
    const keys = answers[asked.length] ?? [];
    asked.push(types.join(',') || 'all');
    return { keys };
  });
  return [state, ...asked];
}

test.each([
  ['the stored type with the same key', [[ED]], ['same', 'ssh-ed25519']],
  ['the stored type with another key', [[OTHER_ED]], ['changed', 'ssh-ed25519']],
  ['a connection dropped once', [[], [ED, RSA]], ['same', 'ssh-ed25519', 'all']],
  ['dropped twice', [[], [RSA], [RSA, ED]], ['same', 'ssh-ed25519', 'all', 'all']],
  ['dropped, and another key', [[], [OTHER_ED]], ['changed', 'ssh-ed25519', 'all']],
  ['other types only, twice', [[], [RSA], [RSA]], ['changed', 'ssh-ed25519', 'all', 'all']],
  ['other types once, then nothing', [[], [RSA], []], ['unreachable', 'ssh-ed25519', 'all', 'all']],
  ['nothing at all', [[], []], ['unreachable', 'ssh-ed25519', 'all']],
] as const)('%s', async (_, answers, expected) => {
  expect(await compare(answers)).toEqual(expected);
});

test('of two stored types one is enough, and both are asked for at once', async () => {
  const asked: (readonly string[])[] = [];
  const comparison = await compareOffered([ED, RSA], async (types) => {
    asked.push(types);
    return { keys: [RSA] };
  });
  expect(comparison).toEqual({ state: 'same' });
  expect(asked).toEqual([['ssh-ed25519', 'ssh-rsa']]);
});

test('who cannot be asked is not said to be unreachable', async () => {
  const comparison = await compareOffered([ED], async () => ({ reason: 'ssh-keyscan is missing' }));
  expect(comparison).toEqual({ state: 'unasked', reason: 'ssh-keyscan is missing' });
});
