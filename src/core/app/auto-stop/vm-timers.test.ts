import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/vm.ts';
import { clockTime } from '../../../shared/format/index.ts';
import { sleep } from '../../clock.ts';
import { ServiceError } from '../../providers/index.ts';
import { withAutoStop } from '../../settings/index.ts';
import { autoStopWorld, VM } from './testing/auto-stop-world.ts';

// Auto-stops that their VM keeps too, against a script as `core/ssh/armed` describes it.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DOWN = { kind: 'failed', problem: 'unreachable' } as const;

async function armedWorld(when = '1h') {
  const own = autoStopWorld(null, { provider: 'runpod' });
  await own.poll();
  await own.request({ when, onVm: true });
  return own;
}

type World = Awaited<ReturnType<typeof armedWorld>>;

const within = (own: World, ms: number) => ({ kind: 'time', at: own.clock.now() + ms }) as const;
const isConfirmed = (own: World) => own.shown()?.armed?.isConfirmed;

test('a VM is armed at once, is read once a minute, and keeps its end while it is extended', async () => {
  const own = await armedWorld();
  expect([isConfirmed(own), own.script.calls]).toEqual([true, ['arm']]);
  expect(own.stored().armed).toMatchObject([{ vmId: 'v', held: { kind: 'time' } }]);
  await own.pass(10 * MINUTE);
  expect(own.script.calls.slice(1)).toEqual(Array.from({ length: 10 }, () => 'read'));
  await own.request({ when: '3h' });
  const limit = within(own, 3 * HOUR);
  expect(own.script.armedStop()?.limit).toEqual(limit);
  expect(own.shown()).toMatchObject({ limit, armed: { isConfirmed: true } });
});

test.each([null, '3h'])(
  'a VM that stops while the computer sleeps is told at the next poll, with the end that it kept: %s',
  async (when) => {
    const own = await armedWorld();
    const end = clockTime(own.clock.now() + HOUR);
    await own.pass(30 * MINUTE);
    own.script.says.first = () => DOWN;
    if (when !== null) await own.request({ when });
    own.sleep();
    await own.clock.advance(8 * HOUR);
    expect(own.truth().phase).toBe('stopped');
    own.wake();
    // The list from before the sleep says that it runs.
    await own.clock.advance(0);
    await own.poll();
    await own.pass(MINUTE);
    expect(own.sent).toEqual([]);
    expect(own.titles()).toEqual(['train is stopped']);
    expect(own.bodies()[0]).toMatch(`It was set to stop at ${end}. `);
    expect([own.stored().armed, own.autoStop(), own.shown()]).toEqual([[], undefined, undefined]);
  },
);

test('a VM that stops in time is announced and told as armed, and from then on its provider counts as proven', async () => {
  const own = await armedWorld();
  await own.setDefault(null);
  expect(own.shown()?.armed?.text).toMatch('The VM’s own key hasn’t been tested.');
  await own.pass(HOUR + 3 * MINUTE);
  expect(own.sent).toEqual([]);
  expect(own.bodies()[0]).toBe(
    'The VM stops itself, even when this computer is off. The VM’s own key hasn’t been tested. This computer stops it if that fails. Click to extend.',
  );
  expect(own.titles().slice(1).join()).toMatch(/^train stopped itself at \d\d:\d\d$/);
  expect(own.stored().accounts[0]?.stopsInside).toBe(true);
});

test('the app stops a VM that has not stopped itself within two minutes', async () => {
  const own = await armedWorld();
  const end = own.clock.now() + HOUR;
  await own.pass(30 * MINUTE);
  own.script.says.refused = 403;
  await own.pass(MINUTE);
  expect(own.titles()).toEqual(['train can’t stop itself']);
  expect(own.shown()?.armed).toMatchObject({
    isConfirmed: false,
    text: expect.stringContaining('rejected the key'),
  });
  await own.pass(HOUR);
  expect(own.sent.map((at) => (at - end) / MINUTE)).toEqual([2]);
  expect(own.truth().phase).toBe('stopped');
});

test('a VM that stops itself while its end is extended, earlier than by this clock, is told', async () => {
  const own = await armedWorld();
  await own.pass(58 * MINUTE);
  // Its clock is ahead.
  own.script.says.first = () => ({ kind: 'late' });
  await own.request({ when: '3h' });
  own.becomes('stopped');
  await own.pass(MINUTE);
  expect([own.titles().slice(1), own.autoStop()]).toEqual([
    [expect.stringMatching(/^train stopped itself at \d\d:\d\d$/)],
    undefined,
  ]);
});

test('an end that is set while a refused VM is read is written at once', async () => {
  const own = await armedWorld();
  own.script.says.refused = 403;
  await own.pass(59.5 * MINUTE);
  own.script.says.before = async () => {
    own.script.says.before = async () => {};
    await own.set('3h');
  };
  await own.pass(MINUTE);
  expect(own.script.calls.slice(-2)).toEqual(['read', 'arm']);
});

test.each(['stopped', 'interrupted', 'stopping'])(
  'a VM that is %s is not called, since its address may be that of another machine',
  async (status) => {
    const own = autoStopWorld(null, { provider: 'runpod' });
    await own.poll();
    own.becomes(status);
    await own.poll();
    await own.request({ when: '2h', onVm: true });
    await own.pass(5 * MINUTE);
    expect(own.script.calls).toEqual([]);
    expect(own.shown()?.armed?.text).toMatch('Not reachable over SSH yet.');
    own.becomes('running');
    await own.pass(MINUTE);
    expect([own.script.calls, isConfirmed(own)]).toEqual([['arm'], true]);
  },
);

test('the script of an auto-stop that has ended goes on, also after a restart, until it is removed', async () => {
  const own = await armedWorld('15m');
  own.script.says.refused = 403;
  own.account({ can: ['stopFromInside'] });
  await own.pass(20 * MINUTE);
  expect(own.titles().at(-1)).toBe('Time to stop train');
  await own.restart(MINUTE);
  await own.pass(3 * MINUTE);
  expect(own.autoStop()).toBeUndefined();
  expect(own.script.armedStop()).not.toBeNull();
  expect(own.shown()?.armed).toMatchObject({ wanted: null, isConfirmed: false });
  expect(own.shown()?.armed?.text).toBe('It should have stopped by now. It keeps trying.');
  await own.request({ when: null });
  await own.pass(MINUTE);
  expect([own.script.armedStop(), own.shown()]).toEqual([null, undefined]);
});

test('an auto-stop by an amount is refused, and what a VM lacks is notified once', async () => {
  const own = await armedWorld();
  await expect(own.request({ when: '$5', onVm: true })).rejects.toThrow('can’t stop itself');
  own.script.kill();
  own.script.says.first = (call) => (call === 'arm' ? { kind: 'lacks', what: 'key' } : null);
  await own.pass(5 * MINUTE);
  expect([isConfirmed(own), own.titles()]).toEqual([false, ['train won’t stop itself']]);
});

test('a poll while a write is stored sends no second one', async () => {
  const own = await armedWorld();
  own.script.kill();
  own.says.saving = () => sleep(own.clock, 100);
  const before = own.script.calls.length;
  await own.clock.advance(MINUTE + 50);
  void own.poll();
  await own.clock.advance(1_000);
  expect(own.script.calls.slice(before).filter((call) => call === 'arm')).toHaveLength(1);
});

/** The state of an instance of Vast whose user wants it to run. */
const INTENDED = { isRunIntended: true };

test.each<[string, Partial<Vm>, Partial<Vm> | null, 'stop' | null, boolean]>([
  ['running is intended', INTENDED, INTENDED, null, true],
  ['a stop was asked for since the list', INTENDED, { isRunIntended: false }, null, false],
  ['it is not read', INTENDED, null, null, false],
  ['an operation is pending', INTENDED, INTENDED, 'stop', false],
  ['there is no such call', {}, {}, null, false],
])(
  'the key of the VM is tried only where by its record %s',
  async (_, list, record, pending, isTried) => {
    const own = autoStopWorld(null, { provider: 'vast' });
    own.is(list);
    own.says.record = (vm) =>
      record === null ? new ServiceError({ kind: 'network' }) : { ...vm, ...record };
    await own.poll();
    if (pending !== null) {
      const operations = { 'a/v': { operation: pending, isOverdue: false } };
      own.app().store.set({ operations });
    }
    await own.request({ when: '1h', onVm: true });
    expect(own.script.armedStop()?.isProved).toBe(isTried);
    expect(own.shown()?.armed?.isConfirmed).toBe(true);
    expect(own.shown()?.armed?.text.includes('key hasn’t been tested')).toBe(!isTried);
  },
);

test('an end that was changed, and that the VM may keep, is notified 15 minutes before', async () => {
  const own = await armedWorld();
  own.script.says.first = () => DOWN;
  await own.request({ when: null });
  await own.pass(44 * MINUTE);
  expect([own.titles(), own.autoStop(), isConfirmed(own)]).toEqual([[], undefined, false]);
  await own.pass(10 * MINUTE);
  expect(own.titles().join()).toMatch(/^train may still stop itself at \d\d:\d\d$/);
});

test.each<[string, 'reminder' | undefined, boolean]>([
  ['removed', undefined, false],
  ['only a reminder', 'reminder', true],
  ['kept by this computer alone', undefined, true],
])('an auto-stop that a command changes while its VM is called is %s', async (_, kind, isKept) => {
  const own = autoStopWorld(null, { provider: 'runpod' });
  await own.poll();
  own.script.says.before = async () => {
    own.script.says.before = async () => {};
    const limit = (isKept && own.autoStop()?.limit) || null;
    own.store((current) => withAutoStop(current, { ...VM, kind }, limit, false));
  };
  await own.request({ when: '1h', onVm: true });
  await own.pass(5 * MINUTE);
  expect([own.autoStop()?.kind, own.autoStop()?.onVm]).toEqual([kind, undefined]);
  expect([own.script.armedStop(), own.stored().armed]).toEqual([null, []]);
  await own.pass(HOUR);
  expect(own.sent).toHaveLength(isKept && kind === undefined ? 1 : 0);
});

test('before a sign-out, the VMs of the account are disarmed, or named and stored', async () => {
  const own = await armedWorld();
  const { disarmAll } = own.app().autoStops.requests;
  own.script.says.first = () => DOWN;
  await expect(disarmAll({ accountId: 'a' })).rejects.toThrow('Couldn’t reach train');
  // A viewer calls no VM.
  own.app().autoStops.stop();
  own.script.says.first = () => null;
  await expect(disarmAll({ accountId: 'a' })).rejects.toThrow('Couldn’t reach train');
  expect([own.stored().armed?.[0]?.sent, own.autoStop()?.onVm]).toEqual([null, false]);
  await own.restart();
  await own.poll();
  await own.app().autoStops.requests.disarmAll({ accountId: 'a' });
  expect([own.script.armedStop(), own.shown()?.armed]).toEqual([null, undefined]);
});

/** What a user, another computer and faults do. */
const ACTS: Readonly<Record<string, (own: World) => unknown>> = {
  set: (own) => own.request({ when: '2h', onVm: true }),
  shorten: (own) => own.request({ when: '40m' }),
  remove: (own) => own.request({ when: null }),
  other(own) {
    const order = { number: own.clock.now() - 500, computer: 'lab-pc', isTried: false };
    own.script.arm({ ...order, limit: within(own, HOUR) });
  },
  clear: (own) => own.script.clearByCall(),
  kill: (own) => own.script.kill(),
  restart: (own) => own.restart(MINUTE),
  run(own) {
    own.script.kill();
    own.becomes('running');
  },
  down: ({ script: { says } }) => Object.assign(says, { first: () => DOWN }),
  lost: ({ script: { says } }) => Object.assign(says, { last: () => DOWN }),
  up({ script: { says } }) {
    says.first = () => null;
    says.last = (answer) => answer;
  },
};
/** These alone take the timer of another computer away, unless a write before it was not confirmed. */
const ENDS = ['set', 'shorten', 'remove', 'clear', 'kill', 'run'];

const timerOn = ({ script }: World) => {
  const { computer, limit } = script.armedStop() ?? {};
  return { isOther: computer === 'lab-pc', at: limit?.kind === 'time' ? limit.at : null };
};
const shownOn = (own: World) => {
  const { stops, isConfirmed, by } = own.shown()?.armed ?? {};
  const at = stops?.kind === 'time' ? stops.at : null;
  return { at, isConfirmed, isOther: by === 'lab-pc' };
};

/** @param acts so far, and the one that is next */
async function suffer(own: World, acts: readonly string[]): Promise<void> {
  const isLeft = own.autoStop() === undefined && shownOn(own).isOther;
  await ACTS[acts.at(-1) ?? '']?.(own);
  await own.pass(MINUTE / 2);
  const { isOther, at } = timerOn(own);
  const isConfirmed = !(acts.includes('lost') || acts.includes('down'));
  if (isConfirmed && isLeft && acts.at(-1) === 'remove') expect(at).toBeNull();
  const since = acts.slice(acts.lastIndexOf('other'));
  if (isConfirmed && since[0] === 'other' && !since.some((each) => ENDS.includes(each)))
    expect(isOther).toBe(true);
  const shown = own.shown()?.limit;
  if (at === null || isOther) return;
  expect(shown?.kind === 'time' ? shown.at : Number.NaN).toBeLessThanOrEqual(at + 2_000);
}

test('whatever is set, lost and restarted, the last writer wins, and no end is shown that is later than the VM’s', async () => {
  const act = fc.constantFrom(...Object.keys(ACTS));
  const property = fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
    const own = await armedWorld();
    // Timers of others are looked for.
    own.account({ turnedOn: { gpuLoad: true } });
    for (const index of acts.keys()) await suffer(own, acts.slice(0, index + 1));
    await suffer(own, [...acts, 'up']);
    await own.pass(6 * MINUTE);
    const timer = timerOn(own);
    if (timer.at === null)
      expect([own.shown()?.armed, own.stored().armed]).toEqual([undefined, []]);
    else expect(shownOn(own)).toEqual({ ...timer, isConfirmed: true });
    expect(own.autoStop()?.onVm === true).toBe(timer.at !== null && !timer.isOther);
  });
  // The answer to a shorter end is lost, and a longer one does not arrive; the timer of another computer is cleared from here.
  const examples: [string[]][] = [
    [['lost', 'shorten', 'down', 'set']],
    [['other', 'up', 'up', 'remove', 'remove']],
  ];
  await fc.assert(property, { numRuns: 60, examples });
});
