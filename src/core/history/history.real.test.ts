import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../shared/alerts/recorded-event.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { type History, openHistory } from './history.ts';
import type { Reading } from './spans.ts';
import { spendBetween } from './spans.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Before midnight UTC, and an hour before clocks are set back in Europe. */
const START = Date.UTC(2026, 9, 24, 23, 50);

const temporaryPath = async () => join(await temporaryFolder(), 'history.db');

const VMS = ['one', 'two', 'three'] as const;
const reading = (at: number, rates: Readonly<Record<string, number>>): Reading => ({
  ...{ source: 'a', at, rates: new Map(Object.entries(rates)) },
});

/**
 * The expected amounts, computed second by second. A second has the rates of the reading before it
 * if the next reading came within 5 minutes; a second that a clock repeats has the later ones.
 */
function createModel() {
  const seconds = new Map<number, Readonly<Record<string, number>>>();
  let last: { readonly at: number; readonly rates: Readonly<Record<string, number>> } | null = null;
  return {
    poll(at: number, rates: Readonly<Record<string, number>>): void {
      if (last !== null && at - last.at <= 5 * MINUTE)
        for (let second = last.at; second < at; second += SECOND) seconds.set(second, last.rates);
      last = { at, rates };
    },
    spend(vm: string, from: number, to: number) {
      let cents = 0;
      let missing = 0;
      for (let second = from; second < to; second += SECOND) {
        const rate = seconds.get(second)?.[vm];
        if (rate === undefined) missing += SECOND;
        else cents += rate;
      }
      return { amount: cents / 3_600, gapMs: missing };
    },
  };
}

type Action =
  /** Null: the same rates as before. */
  | { readonly kind: 'poll'; readonly after: number; readonly rates: Record<string, number> | null }
  | { readonly kind: 'clock'; readonly by: number }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'restart' };

const rates = fc
  .tuple(...VMS.map(() => fc.constantFrom(null, 0, 0.14, 1.1, 3.19)))
  .map((values): Record<string, number> => {
    const known = VMS.flatMap((vm, index) => {
      const rate = values[index] ?? null;
      return rate === null ? [] : [[vm, rate] as const];
    });
    return Object.fromEntries(known);
  });

/** Seconds, so that the model can count them. */
const seconds = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * SECOND);
const poll = fc.record({
  kind: fc.constant('poll' as const),
  after: seconds(1, 120),
  rates: fc.option(rates, { nil: null, freq: 2 }),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: poll },
  {
    weight: 2,
    // Corrections of a wrong time zone, and of a drift.
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      by: fc.oneof(fc.constantFrom(-2 * HOUR, 2 * HOUR, -HOUR, HOUR), seconds(-900, 200)),
    }),
  },
  {
    weight: 2,
    // Failed polls, no network, sleep.
    arbitrary: fc.record({
      kind: fc.constant('pause' as const),
      ms: fc.oneof(seconds(60, 600), seconds(600, 100_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/** Runs the actions on a history and on the model. */
function perform(actions: readonly Action[], path: string) {
  const model = createModel();
  let history = openHistory(path);
  let now = START;
  let shown: Record<string, number> = { one: 1 };
  function act(one: Action): void {
    switch (one.kind) {
      case 'poll':
        now += one.after;
        shown = one.rates ?? shown;
        model.poll(now, shown);
        history.record([reading(now, shown)], []);
        break;
      case 'clock':
        now += one.by;
        break;
      case 'pause':
        now += one.ms;
        break;
      case 'restart':
        history.flush();
        history.close();
        history = openHistory(path);
    }
  }
  actions.forEach(act);
  return { model, history, now };
}

function expectSame(
  history: History,
  model: ReturnType<typeof createModel>,
  range: [number, number],
) {
  for (const vm of VMS) {
    const measured = spendBetween(history.spans('a', vm, ...range), ...range);
    const expected = model.spend(vm, ...range);
    expect(measured.amount).toBeCloseTo(expected.amount, 9);
    expect(measured.amount).toBeGreaterThanOrEqual(0);
    expect(measured.gapMs).toBeCloseTo(expected.gapMs, 3);
  }
}

describe('the history of random polls, gaps, restarts and clock changes', () => {
  const actions = fc.array(action, { minLength: 1, maxLength: 60 });

  test('adds up to what an independent model counts second by second', async () => {
    await fc.assert(
      fc.asyncProperty(
        actions,
        seconds(-7_200, 7_200),
        seconds(0, 14_400),
        async (all, offset, length) => {
          const { model, history, now } = perform(all, await temporaryPath());
          for (const from of [START + offset, now - offset])
            expectSame(history, model, [from, from + length]);
          history.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('a clock that was set back replaces what it measures again, written or not', async () => {
  const history = openHistory(await temporaryPath());
  const polls = (from: number, count: number, rate: number) => {
    for (let poll = 0; poll < count; poll += 1)
      history.record([reading(from + poll * 20 * SECOND, { one: rate })], []);
  };
  polls(START, 31, 1);
  polls(START + 3 * MINUTE + 10 * SECOND, 6, 2);
  const of = (from: number, to: number) => {
    const range = [START + from * SECOND, START + to * SECOND] as const;
    return spendBetween(history.spans('a', 'one', ...range), ...range);
  };
  // The last 40 seconds wait for the next heartbeat.
  expect(of(0, 600)).toEqual({ amount: expect.closeTo((500 + 100 * 2) / 3_600, 9), gapMs: 0 });
  expect(of(190, 290)).toEqual({ amount: expect.closeTo(200 / 3_600, 9), gapMs: 0 });
  history.close();
});

/** Starts a recording process, and kills it. @returns the number of the last acknowledged reading */
async function killWriter(path: string, start: number, afterMs: number): Promise<number> {
  const writer = join(import.meta.dirname, 'testing', 'dying-writer.ts');
  const child = spawn(process.execPath, [writer, path, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = -1;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    // The time counts from its first reading.
    if (last === -1) setTimeout(() => child.kill('SIGKILL'), afterMs);
    last = Number(line);
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return last;
}

test('a killed process loses no reading and no event that it had recorded, and repeats none', async () => {
  const path = await temporaryPath();
  for (const [round, afterMs] of [0, 3, 11, 40].entries()) {
    const start = START + round * HOUR;
    const last = await killWriter(path, start, afterMs);
    const history = openHistory(path);
    const limits = history
      .events(start, 1_000_000)
      .flatMap((event) => (event.kind === 'alertOpened' ? event.limit : []));
    // The process may have written one reading more than it could print.
    const written = limits.length - 1;
    expect(written - last).toBeOneOf([0, 1]);
    expect(limits).toEqual(Array.from({ length: written + 1 }, (_, index) => written - index));
    for (const vm of ['', 'one', 'two']) {
      const to = start + written * SECOND;
      const expected = Array.from({ length: written }, (_, count) => (count % 97) / 3_600);
      const { amount, gapMs } = spendBetween(history.spans('a', vm, start, to), start, to);
      expect(amount).toBeCloseTo(
        expected.reduce((sum, each) => sum + each, 0),
        9,
      );
      expect(gapMs).toBe(0);
    }
    history.close();
  }
});

test('keeps only the history of the accounts that are left, also in the bytes of its files', async () => {
  const path = await temporaryPath();
  const events = ['a', 'b'].flatMap((accountId): readonly RecordedEvent[] => [
    {
      kind: 'vm',
      at: START,
      accountId,
      vmId: '1',
      name: `vm-of-${accountId}`,
      status: null,
      what: null,
    },
    { kind: 'alertOpened', at: START, rule: 'hourlyRate', limit: 0, name: `vm-of-${accountId}` },
  ]);
  const gap: RecordedEvent = { kind: 'gap', at: START, from: START - HOUR, cause: 'asleep' };
  const history = openHistory(path);
  for (const source of ['', 'a', 'b'])
    for (const at of [START, START + MINUTE, START + 2 * MINUTE])
      history.record([{ source, at, rates: new Map([[`id-of-${source}`, at]]) }], []);
  history.record([], [...events, gap]);
  const vms = () => ['', 'a', 'b'].map((source) => history.vms(source, 0, START + DAY));
  expect(vms()).toEqual([['id-of-'], ['id-of-a'], ['id-of-b']]);
  const texts = async () =>
    Promise.all([path, `${path}-wal`].map((file) => readFile(file, 'latin1')));

  history.keepOnly(['b']);
  expect(vms()).toEqual([['id-of-'], [], ['id-of-b']]);
  expect(history.spans('a', 'id-of-a', 0, START + DAY)).toEqual([]);
  // An alert does not say whose VM it names.
  expect(history.events(0, 10)).toEqual([gap, events[2]]);
  expect((await texts()).join()).not.toMatch(/(vm|id)-of-a/);

  history.keepOnly([]);
  expect([vms(), history.events(0, 10)]).toEqual([[[], [], []], []]);
  expect((await texts()).join()).not.toMatch(/(vm|id)-of-/);
  history.close();
});
