import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import type { ArmedAnswer } from '../../core/ssh/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { fakeContext, fakeSettings } from '../testing/fakes.ts';
import { offerToDisarm } from './run-logout.ts';

/** A sign-out of the account `a` at a terminal where this is typed; null: there is none. */
async function signOut(typed: string | null, answer: ArmedAnswer) {
  const clock = createVirtualClock();
  const limit = { kind: 'time', at: clock.now() + 3_600_000 } as const;
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const armed = { ...vm, number: 3, held: limit, run: null };
  const settings = fakeSettings({
    ...DEFAULT_SETTINGS,
    autoStops: [{ ...vm, limit, onVm: true }],
    armed: [armed, { ...armed, accountId: 'b' }, { ...armed, vmId: 'w', by: 'lab-pc' }],
  });
  let calls = 0;
  const warnings: string[] = [];
  await offerToDisarm('a', {
    ...fakeContext(typed === null ? null : [typed], { clock, settings }),
    warn: (text) => void warnings.push(text),
    callerOf: () => async () => {
      calls += 1;
      return answer;
    },
  });
  return { calls, warnings, onVm: settings.current.autoStops?.[0]?.onVm };
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
    [STOPS, 'Couldn’t reach train. Its own timer is still set.'],
  ],
])('before a sign-out: %s', async (_, typed, answer, warnings) => {
  const own = await signOut(typed, answer);
  const isAsked = typed === 'yes';
  expect(own.warnings).toEqual(warnings);
  expect(own.calls).toBe(isAsked ? 1 : 0);
  expect(own.onVm).toBe(!isAsked);
});
