import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings/index.ts';
import type { ArmedAnswer, SshHost } from '../../core/ssh/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { fakeTerminal } from '../testing/fakes.ts';
import { offerToDisarm } from './disarm.ts';

const ID = '7d6a3f0e-2b1c-4a5d-9e8f-000000000001';
const HOST: SshHost = {
  ...{ accountId: 'a', vmId: 'v', alias: 'gpu-train', hostKeyAlias: 'gpu-tray-vm-v' },
  ...{ address: '127.0.0.1', login: { user: null, port: null, identityFile: null } },
};

/** A sign-out of the account `a` at a terminal where this is typed; null: there is none. */
async function signOut(typed: string | null, answer: ArmedAnswer) {
  const clock = createVirtualClock();
  const limit = { kind: 'time', at: clock.now() + 3_600_000 } as const;
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const armed = { ...vm, number: 3, limits: [limit], isConfirmed: true, run: null };
  let file: Settings = {
    ...DEFAULT_SETTINGS,
    computerId: ID,
    autoStops: [{ ...vm, limit, onVm: true }],
    armed: [armed, { ...armed, accountId: 'b' }],
  };
  const told = { number: 3, computer: 'laptop', computerId: ID, refused: null };
  const read = {
    kind: 'armed',
    armed: { ...told, limit: { kind: 'time', remainingMs: 1 } },
  } as const;
  const calls: unknown[] = [];
  const warnings: string[] = [];
  const terminal = fakeTerminal();
  await offerToDisarm('a', {
    ...{ clock, settings: file, script: '', hostOf: () => HOST, prompt: terminal.error },
    warn: (text) => void warnings.push(text),
    input: Object.assign(Readable.from([`${typed}\n`]), { isTTY: typed !== null }),
    signal: new AbortController().signal,
    file: {
      async update(change) {
        file = change(file);
        return file;
      },
    },
    armed: {
      read: async () => read,
      async disarm(_host, _script, of) {
        calls.push(of);
        return answer;
      },
    },
  });
  return { calls, warnings, onVm: file.autoStops?.[0]?.onVm };
}

const STOPS = expect.stringMatching(/^train still stops itself at \d\d:\d\d\.$/);

test.each<[string, string | null, ArmedAnswer, readonly unknown[]]>([
  ['without a terminal they are named', null, { kind: 'none' }, [STOPS]],
  ['without a yes they are named', '', { kind: 'none' }, [STOPS]],
  [
    'with a yes they are disarmed',
    'yes',
    { kind: 'none' },
    [STOPS, 'train no longer stops itself.'],
  ],
  [
    'a VM that does not answer is named again',
    'yes',
    { kind: 'failed', problem: 'timeout' },
    [STOPS, 'train could not be told: it still stops itself.'],
  ],
])('before a sign-out: %s', async (_, typed, answer, warnings) => {
  const own = await signOut(typed, answer);
  const isAsked = typed === 'yes';
  expect(own.warnings).toEqual(warnings);
  expect(own.calls).toEqual(isAsked ? [{ computerId: ID, number: 3 }] : []);
  expect(own.onVm).toBe(!isAsked);
});
