import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCharge } from '../../simulator/control/vms.ts';
import { manualClock } from '../../simulator/index.ts';
import { spentUntil } from '../../simulator/world/billing.ts';
import {
  createWorld,
  currentPhase,
  currentSpend,
  dollars,
  enter,
  plainRecord,
  present,
  rentVm,
  reprice,
  usageBetween,
  type Vm,
} from '../../simulator/world/index.ts';
import { startHistory } from '../../src/core/app/history/history.ts';
import { applyAccounts, applyPoll } from '../../src/core/app/kernel/apply-poll.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { checkBill } from '../../src/core/history/index.ts';
import { silentLog } from '../../src/core/log.ts';
import { loggedUsageSchema, spendSchema } from '../../src/core/providers/rental/wire/billing.ts';
import { vmSchema } from '../../src/core/providers/rental/wire/vm.ts';
import type { AppAccount } from '../../src/shared/accounts/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../src/shared/domain/account-state.ts';
import { withBilled } from '../../src/shared/domain/billing.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { usageBars, usageTable } from '../../src/shared/usage/usage.ts';
import { temporaryFolder } from './fixtures.ts';

// Eight days of the simulated service, as the app measures them and as the service bills them.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 8;
const START = Date.UTC(2026, 9, 1);
const END = START + DAYS * DAY + 2 * HOUR;
const RANGE = { from: '2026-10-01', to: '2026-10-08' };

const MAX_DIFFERENCES = 300;

/** The longest time between two polls: the screen is locked. */
const POLL_MS = 5 * MINUTE;

const account: AppAccount = makeAccount({ id: 'a', baseUrl: 'https://x/' });

const event = fc.record({
  // Otherwise most of them come with the first and the last seconds.
  at: fc
    .noBias(fc.integer({ min: 0, max: DAYS * 86_400 }))
    .map((second) => START + second * SECOND),
  vm: fc.nat(1_000),
  kind: fc.constantFrom('start', 'stop', 'interrupt', 'destroy', 'create', 'price', 'price'),
  percent: fc.integer({ min: 40, max: 160 }),
});
const days = fc.record({
  seed: fc.nat(1_000),
  events: fc.array(event, { minLength: 24, maxLength: 24 }),
});
type Days = typeof days extends fc.Arbitrary<infer T> ? T : never;

type World = ReturnType<typeof createWorld>;

function happen(world: World, { vm: index, kind, percent }: Days['events'][number]): void {
  const now = present(world);
  const [owner] = world.accounts;
  const [node] = world.nodes;
  if (kind === 'create') {
    rentVm(world, owner, {
      ...{ node, gpuCount: 1, rentalType: 'on_demand', reservationMonths: 1, autoRestart: null },
      // The larger disk costs more than the GPU of some.
      ...{ storageGb: percent > 110 ? 4_000 : 100, label: null, profile: 'idle' },
    });
    return;
  }
  const vm = owner.vms[index % owner.vms.length];
  if (vm === undefined || ['destroyed', 'failed'].includes(currentPhase(vm).status)) return;
  const statuses = { start: 'starting', stop: 'stopping', interrupt: 'interrupted' } as const;
  if (kind === 'price') reprice(vm, Math.round((vm.rates.gpu * percent) / 100), now);
  else enter(vm, kind === 'destroy' ? 'destroyed' : statuses[kind], now);
}

/** The app's store and history over these days of polls. Each change of a rate is polled at once. */
async function measure({ seed, events }: Days) {
  const time = manualClock(START);
  const clock = { now: time.now, monotonic: time.now, after: () => () => {} };
  const world = createWorld(seed, 8, time);
  const [owner] = world.accounts;
  const path = join(await temporaryFolder(), 'history.db');
  const store = createStateStore(initialState(environment, START));
  store.apply(applyAccounts(store.core(), [account]));
  const part = startHistory({ store, path, clock, log: silentLog });
  let state: AccountState = UNKNOWN_STATE;
  /** The polls that showed each VM running. */
  const polledRunning = new Map<string, number[]>();

  function pass(to: number): void {
    time.advance(to - time.now());
    present(world);
  }

  async function poll(): Promise<void> {
    const before = state;
    const spend = spendSchema.parse(currentSpend(owner.vms, time.now()));
    const listed = owner.vms.map((vm) => vmSchema.parse(plainRecord(vm, time.now())));
    const vms = { value: makeVmList(withBilled(listed, spend)), problem: null };
    state = { vms, spend: { value: spend, problem: null } };
    for (const { vmId, gpuPerHour } of spend.vms)
      if (gpuPerHour) polledRunning.set(vmId, [...(polledRunning.get(vmId) ?? []), time.now()]);
    const report = {
      ...{ accountId: 'a', before, after: state, events: [], hasFailed: false },
      ...{ asOf: clock.now(), isAfterWake: false },
    };
    store.apply(applyPoll(store.core(), report, clock.now()));
    await part.polled(report);
  }

  const due = events.toSorted((a, b) => a.at - b.at);

  await poll();
  while (time.now() < END) {
    const turns = owner.vms.flatMap(({ next }) => next?.from ?? []);
    pass(Math.min(END, time.now() + POLL_MS, due[0]?.at ?? END, ...turns));
    for (let one = due[0]; one !== undefined && one.at <= time.now(); one = due[0]) {
      due.shift();
      happen(world, one);
    }
    await poll();
  }
  const usage = () =>
    loggedUsageSchema.parse({
      ...usageBetween(owner.vms, START, START + DAYS * DAY, owner.charges),
      ...{ period_start: RANGE.from, period_end: RANGE.to },
    });
  async function read() {
    const history = part.current();
    if (history === null) throw new Error('the history is closed');
    const table = usageTable([{ accountId: 'a', usage: usage() }], RANGE);
    const check = await checkBill({ table, range: RANGE, accountIds: ['a'] }, history, clock.now());
    return { ...table, bars: usageBars(table, RANGE), check };
  }
  return { world, owner, read, polledRunning, stop: () => part.stop() };
}

type Measured = Awaited<ReturnType<typeof measure>>;
type Kind = 'afterStop' | 'rateChanged' | 'unknownVm' | 'gap';

const named = (vm: string, day: number, kind: Kind) =>
  `${new Date(day).toISOString().slice(0, 10)} ${kind} ${vm}`;

async function found({ read }: Measured) {
  const { check } = await read();
  expect(check.compared).toEqual(RANGE);
  return check.differences.map(({ vmId, date, kind }) => named(vmId, Date.parse(date), kind));
}

/** The time of a day in which a VM had one of these statuses, ms. */
function timeIn({ phases }: Vm, day: number, statuses: readonly string[]): number {
  return phases.reduce((sum, { from, status }, index) => {
    const end = Math.min(phases[index + 1]?.from ?? END, day + DAY);
    return statuses.includes(status) ? sum + Math.max(0, end - Math.max(from, day)) : sum;
  }, 0);
}

const ratesOf = ({ rates }: Vm) =>
  [rates, ...rates.earlier].map(({ gpu }) => dollars(gpu + rates.storage));
/** Without the disk, which is billed on. */
const lowestGpuOf = (vm: Vm) => lowestOf(vm) - dollars(vm.rates.storage);
const lowestOf = (vm: Vm) => Math.min(...ratesOf(vm));

/** Wrong amounts that the service could bill, and how each is to be named. */
function mistakes({ owner, polledRunning }: Measured) {
  const starts = Array.from({ length: DAYS }, (_, index) => START + index * DAY);
  return starts.flatMap((day) => {
    const date = new Date(day).toISOString().slice(0, 10);
    const ofVms = owner.vms.flatMap((vm) => {
      const repriced = vm.rates.earlier.map(({ until }) => until);
      const isPriced = repriced.some((at) => Math.abs(at - day - DAY / 2) < DAY / 2 + POLL_MS);
      const cost = dollars(spentUntil([vm], day + DAY) - spentUntil([vm], day));
      const stopped = timeIn(vm, day, ['stopped', 'interrupted', 'offline', 'destroyed']);
      // A rate of minutes disappears in the mean of older spans.
      const ranBefore = (polledRunning.get(vm.id)?.[20] ?? END) <= day;
      const isRunning = timeIn(vm, day, ['running']) === DAY && !isPriced;
      return [
        ...(isRunning
          ? [{ vm: vm.id, date, dollars: cost * 0.2, kind: named(vm.id, day, 'rateChanged') }]
          : []),
        ...(stopped >= 6 * HOUR && ranBefore
          ? [
              {
                ...{ vm: vm.id, date, dollars: (lowestGpuOf(vm) * stopped) / HOUR / 1.2 },
                kind: named(vm.id, day, 'afterStop'),
              },
            ]
          : []),
      ];
    });
    return [
      ...ofVms,
      { vm: `ghost-${date}`, date, dollars: 0.5, kind: named(`ghost-${date}`, day, 'unknownVm') },
    ];
  });
}

async function expectMistakesFound(measured: Measured, seed: number) {
  const { owner, world } = measured;
  const before = await found(measured);
  const possible = mistakes(measured);
  const most = Math.min(possible.length, MAX_DIFFERENCES - before.length);
  // One at a time, and all at once.
  for (const count of [1, most]) {
    const chosen = fc.sample(
      fc.shuffledSubarray(possible, { minLength: count, maxLength: count }),
      {
        ...{ numRuns: 1, seed: seed + owner.charges.length },
      },
    )[0];
    const byVmDay = new Map(chosen?.map((one) => [`${one.vm} ${one.date}`, one]));
    for (const { vm, date, dollars } of byVmDay.values())
      addCharge(world, { vm_id: vm, date, dollars });
    const after = await found(measured);
    expect(after.filter((one) => !before.includes(one)).toSorted()).toEqual(
      [...byVmDay.values()].map(({ kind }) => kind).toSorted(),
    );
    expect(after).toEqual(expect.arrayContaining(before));
    owner.charges.length = 0;
  }
}

describe('eight days of interruptions, stops and price changes', () => {
  test('is measured to the cent of the bill and the table, and each wrong amount is named', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (input) => {
        const measured = await measure(input);
        const { owner, read, stop } = measured;
        const billed = dollars(
          spentUntil(owner.vms, START + DAYS * DAY) - spentUntil(owner.vms, START),
        );
        const { totalCost, rows, bars, check, notes } = await read();
        const sum = (amounts: readonly (number | null)[]) =>
          amounts.reduce<number>((all, amount) => all + (amount ?? Number.NaN), 0);
        expect(billed).toBeGreaterThan(50);
        for (const amount of [
          totalCost,
          sum(rows.map(({ cost }) => cost)),
          sum(bars.map(({ cost }) => cost)),
          check.measured?.amount,
        ])
          expect(Math.abs((amount ?? Number.NaN) - billed)).toBeLessThan(0.01);
        expect(notes).toEqual([]);
        expect(check.measured?.gapMs).toBe(0);
        expect(check.differences).toEqual([]);
        await expectMistakesFound(measured, input.seed);
        await stop();
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
