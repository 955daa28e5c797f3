import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { inStatus, whileRunning } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { withAutoStop } from '../../settings/index.ts';
import { autoStopWorld, VM } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GAP = 5 * MINUTE;

const loaded = (percent: number | null) => ({ cpuPercent: percent, ramPercent: percent });

/** A VM of $1/h that works, and whose stop the service accepts and never carries out. */
function busyWorld(text: string) {
  const own = autoStopWorld(text);
  own.is({ ...loaded(90), rates: whileRunning(1) });
  own.says.stop = () => null;
  return own;
}

test('an idle VM is announced and stopped, and work in between starts the hour again', async () => {
  const own = busyWorld('idle 1h');
  const begin = own.clock.now();
  const passes = (minutes: number, load: number) => {
    own.is(loaded(load));
    return own.pass(minutes * MINUTE, MINUTE);
  };
  await passes(55, 2);
  expect(own.titles()).toEqual([expect.stringMatching(/^train stops at /)]);
  expect(own.notifications[0]?.buttons?.[0]?.label).toBe('Count again');
  await passes(5, 90);
  await passes(59, 2);
  expect([own.sent, own.titles().length]).toEqual([[], 2]);
  await passes(2, 2);
  expect(own.sent.map((at) => (at - begin) / MINUTE)).toEqual([121]);
});

test.each(['reminder', undefined] as const)(
  'a command makes an auto-stop of the same time a stop, or a reminder: %s',
  async (kind) => {
    const own = busyWorld('1h');
    const limit = { kind: 'time', at: own.clock.now() + HOUR } as const;
    const other = kind === undefined ? ('reminder' as const) : undefined;
    own.store((current) => withAutoStop(current, { ...VM, kind: other }, limit));
    await own.pass(MINUTE);
    own.store((current) => withAutoStop(current, { ...VM, kind }, limit));
    await own.pass(HOUR);
    expect(own.sent).toHaveLength(kind === undefined ? 1 : 0);
  },
);

test('a stop that the service refuses is sent again each minute', async () => {
  const own = busyWorld('1h');
  const end = own.clock.now() + HOUR;
  const attempts: number[] = [];
  own.says.stopping = async () => {
    attempts.push((own.clock.now() - end) / MINUTE);
    throw new ServiceError({ kind: 'forbidden' });
  };
  await own.pass(HOUR + 3.5 * MINUTE, 5_000);
  expect(attempts).toEqual([0, 1, 2, 3]);
});

test('notifies once of figures that are missing for half an hour', async () => {
  const own = busyWorld('idle 1h');
  own.is(loaded(null));
  await own.pass(2 * HOUR, MINUTE);
  expect([own.sent, own.titles()]).toEqual([[], ['The auto-stop of train may not trigger']]);
});

test('an auto-stop ends when its VM is stopped by others, not by an interruption or before its run', async () => {
  const own = busyWorld('4h');
  own.becomes('stopped');
  await own.poll();
  for (const status of ['interrupted', 'running', 'interrupted', 'running']) {
    own.becomes(status);
    await own.poll();
  }
  expect(own.autoStop()).toBeDefined();
  // No poll shows it running with this auto-stop.
  await own.set('5h');
  own.becomes('stopped');
  await own.poll();
  expect([own.autoStop(), own.sent, own.titles()]).toEqual([undefined, [], []]);
});

test('the app that ended while it read the settings again, at the end, stops no VM', async () => {
  const own = busyWorld('1h');
  await own.pass(HOUR - MINUTE);
  own.says.loading = async () => own.app().autoStops.stop();
  await own.clock.advance(2 * MINUTE);
  expect([own.sent, own.autoStop()?.name]).toEqual([[], 'train']);
});

test('an auto-stop that was over or removed can be set again for the same time', async () => {
  const own = busyWorld('20:00');
  await own.poll();
  own.becomes('stopped');
  await own.poll();
  expect(own.autoStop()).toBeUndefined();
  own.becomes('running');
  await own.set('20:00');
  await own.poll();
  await own.set(null);
  own.becomes('stopped');
  await own.poll();
  // For its next run.
  await own.set('20:00');
  await own.poll();
  expect(own.autoStop()).toBeDefined();
});

test.each(['20:00', '4h'])(
  'an auto-stop that is set to %s while the VM is read, since it stopped, is for its next run',
  async (typed) => {
    const own = busyWorld('20:00');
    await own.poll();
    own.becomes('stopped');
    own.says.record = (vm) => {
      own.says.record = (read) => read;
      void own.set(typed);
      return vm;
    };
    await own.poll();
    expect(own.autoStop()).toBeDefined();
  },
);

describe('an auto-stop that is changed just before its end', () => {
  test('by the command line does not stop its VM', async () => {
    const own = busyWorld('1h');
    await own.pass(HOUR - 5_000);
    own.store((current) => withAutoStop(current, VM, parseAutoStop('4h', own.clock.now())));
    await own.clock.advance(10_000);
    expect([own.sent, own.autoStop()?.limit]).toMatchObject([[], { ms: 4 * HOUR }]);
  });

  test.each([null, '5h'])('to %s, while a stop is sent, stays as it is', async (typed) => {
    const own = busyWorld('1h');
    const other = { ...VM, vmId: 'w', name: 'w' };
    await own.set('1h', other);
    const gate = Promise.withResolvers<void>();
    own.says.stopping = () => gate.promise;
    await own.clock.advance(HOUR);
    await own.set(typed, other);
    await own.set('5h');
    gate.reject(new ServiceError({ kind: 'forbidden' }));
    await own.clock.advance(0);
    expect([own.sent, own.stored().autoStops?.length]).toEqual([[], typed === null ? 1 : 2]);
    expect(own.shown()?.limit).toMatchObject({ ms: 5 * HOUR });
  });
});

test('notifies of a signed-out account', async () => {
  const own = busyWorld('idle 1h');
  const { store, autoStops } = own.app();
  store.set({ accounts: [] });
  autoStops.accountsChanged();
  await own.clock.advance(MINUTE);
  expect([own.titles(), own.autoStop()]).toEqual([['train may still run'], undefined]);
});

const pollArb = fc.record({
  minutes: fc.constantFrom(0.5, 1, 2, 4, 4, 6, 30),
  isOk: fc.nat(9).map((n) => n > 0),
  status: fc.nat(20).map((n) => (n === 0 ? 'interrupted' : 'running')),
  load: fc.constantFrom(1, 1, 1, 1, 1, 1, 90, null),
  rate: fc.constantFrom(0, 0.5, 5, 5, null),
});

type Poll = typeof pollArb extends fc.Arbitrary<infer T> ? T : never;

/** What polls tell, which bring figures: idle without a gap since then, and $ between those that are close enough. */
function createModel(limit: AutoStopLimit | null) {
  let [last, lastRate, spent]: [number, number | null, number] = [
    Number.NEGATIVE_INFINITY,
    null,
    0,
  ];
  let since: number | null = null;
  return {
    see({ status, load, rate }: Poll, at: number): void {
      const isContinued = at - last <= GAP;
      since = status === 'running' && load === 1 ? ((isContinued ? since : null) ?? at) : null;
      spent += isContinued && lastRate !== null ? (lastRate * (at - last)) / HOUR : 0;
      [last, lastRate] = [at, rate];
    },
    /** Whether that is enough. @param margin of rounding, $ */
    isReached(at: number, margin: number): boolean {
      if (limit?.kind === 'spend') return spent >= limit.amount + margin;
      return limit?.kind === 'idle' && since !== null && at - last <= GAP && at - since >= limit.ms;
    },
  };
}

/** Lets a sequence of polls pass until the stop is sent. Each is checked a little later: an amount is looked at again then. */
async function follow(text: string, sequence: readonly Poll[]): Promise<void> {
  const own = busyWorld(text);
  const { clock, sent } = own;
  const model = createModel(parseAutoStop(text, clock.now()));
  for (const poll of sequence) {
    const { minutes, isOk, status, load, rate } = poll;
    // Due stops come before the poll.
    await clock.advance(minutes * MINUTE + 1);
    if (sent.length === 0) {
      own.is({ ...inStatus(status), ...loaded(load), rates: whileRunning(rate) });
      own.says.isOnline = isOk;
      await own.poll();
      if (isOk) model.see(poll, clock.now());
      // One that is interrupted is stopped when it runs again.
      const mustStop = isOk && status === 'running' && model.isReached(clock.now(), 1e-9);
      await clock.advance(MINUTE / 5);
      if (mustStop) expect(sent).toHaveLength(1);
    }
    const [stop] = sent;
    if (stop === undefined) continue;
    expect(model.isReached(stop, -1e-9)).toBe(true);
    return;
  }
}

test.each(['idle 15m', '$1'])(
  '%s: figures that are missing never run it, and those that are not do',
  async (text) => {
    const steps = fc.array(pollArb, { minLength: 10, maxLength: 40 });
    const property = fc.asyncProperty(steps, (sequence) => follow(text, sequence));
    await fc.assert(property, { numRuns: 40 });
  },
);
