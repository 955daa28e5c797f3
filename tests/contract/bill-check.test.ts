import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../simulator/index.ts';
import { currentSpend, spentUntil } from '../../simulator/world/billing.ts';
import { enter, nextPhase, reprice } from '../../simulator/world/lifecycle.ts';
import { dollars } from '../../simulator/world/money.ts';
import { plainRecord } from '../../simulator/world/record.ts';
import { usageBetween } from '../../simulator/world/usage.ts';
import { currentPhase } from '../../simulator/world/vm.ts';
import { createWorld, present, rentVm } from '../../simulator/world/world.ts';
import { startHistory } from '../../src/core/app/history/history.ts';
import { applyAccounts, applyPoll } from '../../src/core/app/kernel/apply-poll.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { checkBill } from '../../src/core/history/index.ts';
import { silentLog } from '../../src/core/log.ts';
import { spendSchema, usageSchema } from '../../src/core/providers/rental/wire/billing.ts';
import { vmSchema } from '../../src/core/providers/rental/wire/vm.ts';
import { parsed } from '../../src/core/providers/testing/parsed.ts';
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
      node,
      // The larger disk costs more than the GPU of some.
      storageGb: percent > 110 ? 4_000 : 100,
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

  function pass(to: number): void {
    time.advance(to - time.now());
    present(world);
  }

  async function poll(): Promise<void> {
    const before = state;
    const spend = parsed(spendSchema, currentSpend(owner.vms, time.now()));
    const listed = owner.vms.map((vm) => parsed(vmSchema, plainRecord(vm, time.now())));
    const vms = { value: makeVmList(withBilled(listed, spend)), problem: null };
    state = { vms, spend: { value: spend, problem: null } };
    const report = {
      ...{ accountId: 'a', before, after: state, events: [], hasFailed: false },
      ...{ asOf: clock.now(), isAfterWake: false },
    };
    store.apply(applyPoll(store.core(), report, clock.now()).core);
    await part.polled(report);
  }

  const due = events.toSorted((a, b) => a.at - b.at);

  await poll();
  while (time.now() < END) {
    const turns = owner.vms.flatMap((vm) => nextPhase(vm)?.from ?? []);
    pass(Math.min(END, time.now() + POLL_MS, due[0]?.at ?? END, ...turns));
    for (let one = due[0]; one !== undefined && one.at <= time.now(); one = due[0]) {
      due.shift();
      happen(world, one);
    }
    await poll();
  }
  const usage = () =>
    parsed(usageSchema(true), {
      ...usageBetween(owner.vms, START, START + DAYS * DAY),
      ...{ period_start: RANGE.from, period_end: RANGE.to },
    });
  async function read() {
    const history = part.current();
    if (history === null) throw new Error('the history is closed');
    const table = usageTable([{ accountId: 'a', usage: usage() }], RANGE);
    const check = await checkBill('a', table, RANGE, history, clock.now());
    return { ...table, bars: usageBars(table, RANGE), check };
  }
  return { owner, read, stop: () => part.stop() };
}

describe('eight days of interruptions, stops and price changes', () => {
  test('is measured to the cent of the bill and the table', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (input) => {
        const { owner, read, stop } = await measure(input);
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
        expect([check.compared, check.differences]).toEqual([RANGE, []]);
        await stop();
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
