import { expect, test } from 'vitest';
import { fakeClient } from '../../core/monitor/testing/fake-client.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { KeptVolume } from '../../shared/domain/vm.ts';
import {
  fakeContext,
  fakeSettings,
  fakeSource,
  fakeTerminal,
  resultOf,
  vm,
} from '../testing/fakes.ts';
import type { CommandOf } from '../user.ts';
import { setAutoStop } from './run-auto-stop.ts';

const WORKSPACE: KeptVolume = { path: '/workspace', sizeGb: 20, perHour: null, isNetwork: false };

type Extra = Partial<CommandOf<'autostop'>> & { readonly canStop?: boolean };

/** `autostop` of a VM, twice. @param keeps null: the service does not answer @param typed at the prompt; null: no terminal */
async function set(
  keeps: readonly KeptVolume[] | null,
  typed: string | null,
  { canStop = true, ...options }: Extra = {},
) {
  // A folder without locks: no process acts.
  const settings = Object.assign(fakeSettings(), { folder: import.meta.dirname });
  const terminal = fakeTerminal();
  const clock = createVirtualClock();
  const can = canStop ? (['stop', 'stopFromInside'] as const) : [];
  const at = { provider: canStop ? 'runpod' : 'lambda', keys: { isUntried: true }, can } as const;
  const account = fakeSource('a', fakeClient(), {}, at);
  const effects = keeps && { stop: { keeps, notes: [] } };
  const record = effects && vm('a', { label: 'train', effects });
  const found = { alias: 'gpu-train', vmId: 'a', vm: record, account };
  const flags = { eraseData: false, json: false, remind: false, yes: false, verbose: false };
  const about = { vm: 'train', when: '4h', onVm: undefined, ...flags };
  const command = { name: 'autostop', ...about, ...options } as const;
  const run = (when: string | null) =>
    resultOf(
      setAutoStop(
        { ...command, when },
        found,
        fakeContext(typed === null ? null : [typed], { settings, clock, terminal }),
      ),
    );
  const first = await run(command.when);
  const isSet = settings.current.autoStops?.length === 1;
  return { first, isSet, second: isSet ? await run('5h') : null, out: terminal.takeOut() };
}

test('an auto-stop whose stop erases everything needs --erase-data or the name, and is extended without', async () => {
  expect(await set([], null)).toMatchObject({
    first: expect.stringContaining('Pass --erase-data'),
    isSet: false,
  });
  expect(await set(null, null)).toMatchObject({
    first: expect.stringMatching(/^The VM could not be read.* Pass --erase-data/),
    isSet: false,
  });
  expect(await set([], 'yes')).toMatchObject({ isSet: false });
  expect(await set([], 'gpu-train')).toMatchObject({ first: 0, isSet: true, second: 0 });
  expect(await set([], null, { eraseData: true })).toMatchObject({ first: 0, isSet: true });
});

test.each<[string, string | null, Extra, unknown, boolean]>([
  ['where nothing can be asked', null, {}, expect.stringContaining('Pass --remind'), false],
  ['with --yes', 'yes', { yes: true }, expect.stringContaining('Nothing was set'), false],
  ['that is not confirmed', '', {}, 'Not confirmed. Nothing changed.', false],
  ['that is confirmed', 'yes', {}, 0, true],
  ['with --remind', null, { remind: true }, 0, true],
  ['with --remind and --yes', null, { remind: true, yes: true }, 0, true],
])('a VM that cannot be stopped gets a reminder, %s', async (_, typed, extra, first, isSet) => {
  const ended = await set([WORKSPACE], typed, { ...extra, canStop: false });
  expect(ended).toMatchObject({ first, isSet });
  expect(ended.out).not.toMatch(/until|Stops /);
  if (isSet) expect(ended.out).toMatch(/^gpu-train: Reminds you /);
  else expect(ended.out).toBe('');
});

test('--remind stops no VM that could be stopped, and needs no --erase-data', async () => {
  const { first, out } = await set([], null, { remind: true, json: true });
  expect(first).toBe(0);
  expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ autoStop: { kind: 'reminder' } });
  const told = await set([], null, { remind: true });
  expect(told.out).toMatch(/^gpu-train: Reminds you .* A reminder doesn’t stop the VM\./);
});

test('says what stays, and that the key is not yet tried', async () => {
  const { first, out } = await set([WORKSPACE], null);
  expect(first).toBe(0);
  expect(out).toContain('This key hasn’t been used to stop a VM yet. Keeps /workspace (20 GB).');
  expect(out).toMatch(/GPU Tray isn’t running here\. Start it, or run gpu-tray watch\.\n$/);
});

test('--on-vm is stored, said, and refused for an amount', async () => {
  const { isSet, out } = await set([WORKSPACE], null, { onVm: true });
  expect(isSet).toBe(true);
  expect(out).toMatch(
    /^gpu-train: Stops .*The VM won’t stop itself until GPU Tray has set its timer\. This key hasn’t been used to stop a VM yet\./,
  );
  const refused = await set([WORKSPACE], null, { onVm: true, when: 'spend 5' });
  expect(refused).toMatchObject({
    first: 'gpu-train can’t stop itself. VMs can’t see their cost. Choose a time or an idle time.',
    isSet: false,
  });
});

test('--json has the auto-stop, and whether the VM confirmed it', async () => {
  const { out } = await set([WORKSPACE], null, { onVm: true, json: true });
  const [first = ''] = out.split('\n');
  expect(JSON.parse(first)).toMatchObject({
    vm: { id: 'a', alias: 'gpu-train', label: 'train' },
    autoStop: { limit: { kind: 'time' }, isSet: true, onVm: { isConfirmed: false } },
  });
});
