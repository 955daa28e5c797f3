import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { AUTO_STOP, autoStopped, BUSY, type Shown } from './testing/auto-stopped.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GAP = 5 * MINUTE;

test('an idle VM is announced and stopped, and work in between starts the hour again', async () => {
  const own = await autoStopped('idle 1h');
  const polls = async (minutes: number, load: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await own.clock.advance(MINUTE);
      await own.poll({ ...BUSY, load });
    }
  };
  await polls(55, 2);
  expect(own.titles).toEqual([expect.stringMatching(/^train: auto-stop ends at /)]);
  expect(own.buttons).toEqual(['Count again']);
  await polls(5, 90);
  await polls(59, 2);
  expect([own.stops, own.titles.length]).toEqual([[], 2]);
  await polls(3, 2);
  expect(own.stops.map((at) => (at - own.start) / MINUTE)).toEqual([121]);
});

test.each<[string, readonly number[], number]>([
  ['that does nothing', [4], 1],
  ['that works', [40], 0],
  ['whose load is unknown', [], 0],
])(
  'a VM with a GPU %s by its record is stopped accordingly, whatever its CPU does',
  async (_, gpuPercents, stops) => {
    const own = await autoStopped('idle 1h');
    for (let minute = 0; minute < 63; minute += 1) {
      await own.clock.advance(MINUTE);
      await own.poll({ ...BUSY, load: stops === 1 ? 90 : 1, gpuPercents });
    }
    // The VM goes on: it is stopped again.
    expect(own.stops.length > 0).toBe(stops === 1);
  },
);

test('an amount counts what was measured since the auto-stop was set, and no more', async () => {
  const own = await autoStopped('$2');
  for (let minute = 0; minute < 125; minute += 1) {
    await own.clock.advance(MINUTE);
    await own.poll(BUSY);
    if (own.stops.length > 0) break;
  }
  const hours = ((own.stops[0] ?? 0) - own.start) / HOUR;
  // The first poll begins to measure.
  expect(hours).toBeCloseTo(2 + 1 / 60, 2);
  expect(own.titles).toEqual([expect.stringMatching(/^train: auto-stop ends at /)]);
});

test('notifies once of figures that are missing for half an hour', async () => {
  const own = await autoStopped('idle 1h');
  for (let minute = 0; minute < 120; minute += 1) {
    await own.clock.advance(MINUTE);
    await own.poll({ ...BUSY, load: null });
  }
  expect([own.stops, own.titles]).toEqual([[], ['train may not be stopped']]);
});

test('an auto-stop ends when its VM is stopped by others, not by an interruption or before its run', async () => {
  const own = await autoStopped('4h');
  const statuses = ['stopped', 'interrupted', 'running', 'interrupted', 'running'] as const;
  for (const status of statuses) await own.poll({ ...BUSY, status });
  expect(own.stored()).toBe(1);
  // No poll shows it running with this auto-stop.
  await own.autoStops.set(AUTO_STOP, parseAutoStop('5h', own.clock.now()));
  await own.poll({ ...BUSY, status: 'stopped' });
  expect([own.stored(), own.stops, own.titles]).toEqual([0, [], []]);
});

test.each(['idle 1h', '$2'])(
  'a list that calls the VM destroyed against its record does not end %s',
  async (text) => {
    const own = await autoStopped(text);
    await own.poll(BUSY);
    own.hooks.read = async () => makeVm({ id: 'v', status: 'running' });
    await own.poll({ ...BUSY, status: 'destroyed' });
    expect(own.stored()).toBe(1);
    own.hooks.read = async () => null;
    await own.poll({ ...BUSY, status: 'destroyed' });
    expect([own.stored(), own.titles]).toEqual([0, []]);
  },
);

test('the app that ended during a poll stops no VM', async () => {
  const own = await autoStopped('1h');
  await own.poll(BUSY);
  const polled = own.autoStops.polled();
  own.autoStops.stop();
  await polled;
  await own.clock.advance(2 * HOUR);
  expect([own.sent, own.titles]).toEqual([[], []]);
});

test('an auto-stop that was over or removed can be set again for the same time', async () => {
  const own = await autoStopped('4h');
  const stopped: Shown = { ...BUSY, status: 'stopped' };
  await own.poll(BUSY);
  await own.poll(stopped);
  expect(own.stored()).toBe(0);
  await own.poll(BUSY);
  await own.autoStops.set(AUTO_STOP, own.limit);
  await own.poll(BUSY);
  await own.autoStops.set(AUTO_STOP, null);
  await own.poll(stopped);
  // For its next run.
  await own.autoStops.set(AUTO_STOP, own.limit);
  await own.poll(stopped);
  expect(own.stored()).toBe(1);
  await own.poll(BUSY);
  await own.clock.advance(4 * HOUR);
  expect(own.stops).toHaveLength(1);
});

test('an auto-stop that replaces one whose stop was sent sends its own', async () => {
  const own = await autoStopped('1h');
  await own.poll(BUSY);
  await own.clock.advance(HOUR);
  expect(own.stops).toHaveLength(1);
  own.command('2h');
  await own.poll(BUSY);
  await own.clock.advance(2 * HOUR);
  expect(own.stops).toHaveLength(2);
});

describe('an auto-stop that is changed just before its end', () => {
  const OTHER = { ...AUTO_STOP, vmId: 'w', name: 'w' };

  test('by the command line does not stop its VM', async () => {
    const own = await autoStopped('1h');
    await own.poll(BUSY);
    await own.clock.advance(HOUR - 5_000);
    own.command('4h');
    await own.clock.advance(10_000);
    expect([own.stops, own.stored()]).toEqual([[], 1]);
  });

  test.each([null, '5h'])('to %s, while another VM is stopped, stops none', async (typed) => {
    const own = await autoStopped('1h');
    await own.autoStops.set(OTHER, own.limit);
    const gate = Promise.withResolvers<void>();
    own.hooks.operate = () => gate.promise.then(() => ({ kind: 'sent', answer: null }));
    await own.clock.advance(HOUR);
    const limit = typed === null ? null : parseAutoStop(typed, own.clock.now());
    await own.autoStops.set(OTHER, limit);
    gate.resolve();
    await own.clock.advance(0);
    expect(own.sent).toEqual(['v']);
  });

  test('stays when the stop for the one before is refused', async () => {
    const own = await autoStopped('1h');
    const gate = Promise.withResolvers<void>();
    own.hooks.operate = () => gate.promise.then(() => ({ kind: 'sent', answer: null }));
    await own.clock.advance(HOUR);
    await own.autoStops.set(AUTO_STOP, parseAutoStop('5h', own.clock.now()));
    gate.reject(new RefusalError({ kind: 'forbidden', message: 'No.', action: '' }));
    await own.clock.advance(0);
    expect(own.stored()).toBe(1);
    expect(Object.keys(own.store.get().autoStops)).toEqual(['a/v']);
  });

  test('stays when the poll shows that its VM was stopped', async () => {
    const own = await autoStopped('4h');
    await own.poll(BUSY);
    // For the next run, before a poll has shown the end of this one.
    own.command('8h');
    await own.poll({ ...BUSY, status: 'stopped' });
    expect(own.stored()).toBe(1);
  });
});

test.each([
  ['10m', 5],
  ['10m', 30],
  ['10m', 61],
  ['$0.25', 5],
])(
  'a stop for %s that fails is sent again every minute, with a poll every %d s',
  async (limit, seconds) => {
    const own = await autoStopped(limit);
    own.hooks.operate = async () => {
      throw new RefusalError({ kind: 'network', message: 'No connection.', action: '' });
    };
    for (let ms = 0; ms < HOUR; ms += seconds * 1_000) {
      await own.poll(BUSY);
      await own.clock.advance(seconds * 1_000);
    }
    expect(own.sent.length).toBeGreaterThan(40);
    expect(own.sent.length).toBeLessThan(70);
    expect(own.titles.filter((title) => title.endsWith('is not stopped'))).toHaveLength(1);
    own.hooks.operate = async () => ({ kind: 'sent', answer: null });
    await own.clock.advance(MINUTE);
    expect(own.stops).toHaveLength(1);
  },
);

test('a history that fails once ends no other auto-stop', async () => {
  const own = await autoStopped('$2');
  await own.autoStops.set(
    { ...AUTO_STOP, vmId: 'w', name: 'w' },
    parseAutoStop('1h', own.clock.now()),
  );
  await own.poll(BUSY);
  const { history } = own.hooks;
  own.hooks.history = () => ({
    spans() {
      throw new Error('disk I/O error');
    },
  });
  own.autoStops.resumed();
  await own.clock.advance(MINUTE);
  own.hooks.history = history;
  await own.clock.advance(HOUR);
  expect(own.sent).toContain('w');
});

test('notifies of a signed-out account; without a profile it is a reminder', async () => {
  const own = await autoStopped('idle 1h');
  own.store.set({ accounts: [] });
  own.autoStops.accountsChanged();
  await own.clock.advance(MINUTE);
  expect([own.titles, own.stored()]).toEqual([['train is not stopped'], 0]);
  const reminder = await autoStopped('$1', false);
  for (let minute = 0; minute < 90; minute += 1) {
    await reminder.clock.advance(MINUTE);
    await reminder.poll(BUSY);
  }
  expect(reminder.titles.at(-1)).toBe('Time to stop train');
  expect([reminder.stops, reminder.stored(), reminder.titles.length]).toEqual([[], 0, 2]);
});

/** A poll of a sequence, after a time that the computer may have slept. */
interface Step extends Shown {
  readonly minutes: number;
  readonly isSleep: boolean;
}

/** A poll that brought figures. */
interface Seen extends Shown {
  readonly at: number;
  /** The computer slept since the one before. */
  readonly isAfterWake: boolean;
}

const stepArb: fc.Arbitrary<Step> = fc.record({
  minutes: fc.constantFrom(0.5, 1, 2, 4, 4, 6, 30),
  isSleep: fc.nat(15).map((n) => n === 0),
  isOk: fc.nat(9).map((n) => n > 0),
  status: fc.nat(20).map((n): Shown['status'] => (n === 0 ? 'interrupted' : 'running')),
  load: fc.constantFrom(1, 1, 1, 1, 1, 1, 90, null),
  rate: fc.constantFrom(0, 0.5, 5, 5, null),
});

/** ms for which the VM was seen idle until a time, without a gap. */
function idleFor(seen: readonly Seen[], until: number): number {
  let since: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, status, load, isAfterWake } of seen.filter((each) => each.at <= until)) {
    const isIdle = status === 'running' && load === 1;
    const isContinued: boolean = since !== null && at - last <= GAP && !isAfterWake;
    since = isIdle ? (isContinued ? since : at) : null;
    last = at;
  }
  return since === null || until - last > GAP ? 0 : until - since;
}

/** $ between polls that are close enough to tell. */
function measured(seen: readonly Seen[], until: number): number {
  const read = seen.filter(({ at }) => at <= until);
  return read.reduce((sum, { at, rate }, index) => {
    const next = read[index + 1];
    const isKnown = next !== undefined && rate !== null && next.at - at <= GAP;
    return sum + (isKnown ? (rate * (next.at - at)) / HOUR : 0);
  }, 0);
}

/** Whether what was seen until then is enough. @param margin of rounding, $ */
function isReached(
  limit: AutoStopLimit | null,
  seen: readonly Seen[],
  until: number,
  margin: number,
): boolean {
  if (limit?.kind === 'idle') return idleFor(seen, until) >= limit.ms;
  return limit?.kind === 'spend' && measured(seen, until) >= limit.amount + margin;
}

/** Lets a sequence of polls pass until the stop is sent. Each is checked a little later: an amount is looked at again then. */
async function follow(own: Awaited<ReturnType<typeof autoStopped>>, sequence: readonly Step[]) {
  const { clock, autoStops, stops, limit } = own;
  const seen: Seen[] = [];
  let isAfterWake = false;
  for (const step of sequence) {
    isAfterWake ||= step.isSleep;
    if (step.isSleep) autoStops.suspended();
    await clock.advance(step.minutes * MINUTE);
    if (step.isSleep) autoStops.resumed();
    // What the wake does comes before the poll.
    await clock.advance(1);
    await own.poll(step, step.isOk && isAfterWake);
    if (step.isOk) seen.push({ ...step, at: clock.now(), isAfterWake });
    isAfterWake &&= !step.isOk;
    // One that is interrupted is stopped when it runs again.
    const isRunning = step.isOk && step.status === 'running';
    const mustStop = isRunning && isReached(limit, seen, clock.now(), 1e-9);
    await clock.advance(MINUTE / 5);
    const [stop] = stops;
    if (mustStop) expect(stop).toBeDefined();
    if (stop === undefined) continue;
    expect(isReached(limit, seen, stop, -1e-9)).toBe(true);
    return;
  }
}

test.each(['idle 15m', '$1'])(
  '%s: figures that are missing never run it, and those that are not do',
  async (text) => {
    const steps = fc.array(stepArb, { minLength: 10, maxLength: 40 });
    const property = fc.asyncProperty(steps, async (sequence) =>
      follow(await autoStopped(text), sequence),
    );
    await fc.assert(property, { numRuns: 60 });
  },
);
