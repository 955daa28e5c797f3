import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TABLE_OPTIONS } from '../../src/cli/testing/fakes.ts';
import { statusJson } from '../../src/cli/vms/status-json.ts';
import { statusTable } from '../../src/cli/vms/status-table.ts';
import { RULES } from '../../src/core/alerts/index.ts';
import {
  applyAccounts,
  applyPoll,
  applyUsageReport,
  EMPTY_SNAPSHOT,
  withMeasured,
} from '../../src/core/app/kernel/apply-poll.ts';
import { type CoreState, createStateStore } from '../../src/core/app/kernel/state-store.ts';
import type { BilledCosts } from '../../src/core/costs/index.ts';
import { metricsText } from '../../src/core/metrics/index.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import type { AccountState } from '../../src/shared/domain/account-state.ts';
import {
  billedAt,
  makeSpend,
  makeVm,
  makeVmList,
} from '../../src/shared/domain/testing/records.ts';
import { formatMoney } from '../../src/shared/format/index.ts';
import { type AppState, initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { shownCost } from '../../src/shared/usage/app-totals.ts';
import { monthForecast } from '../../src/shared/usage/outlook.ts';

// Panel, tray, alerts, metrics and `status` have one value of this month, and of today, whatever is known of the accounts.

const NOW = Date.UTC(2026, 10, 20, 12);
const PROBLEM = { kind: 'server', status: 500, retryAt: null } as const;

/** What is known of an account. */
const KINDS = [
  /** Its report was read. */
  'known',
  /** Its report of today has nothing of a VM that runs since the morning. */
  'late',
  'failing',
  /** The report of the month fails, that of today was read. */
  'noMonth',
  'unread',
  /** Its provider reports no costs: measured, or nothing was measured yet. */
  'measured',
  'unmeasured',
  /** Its rate is unknown. */
  'noRate',
  /** Another key of the account before it, whose report was read, too, or fails. */
  'sameOwner',
  'sameOwnerFailing',
] as const;

type Kind = (typeof KINDS)[number];

const isOwned = (kind: Kind) => kind === 'sameOwner' || kind === 'sameOwnerFailing';

function reportOf(kind: Kind, id: string, owner: number): readonly BilledCosts[] {
  const amounts = { today: 8 + owner, month: 100 + owner, vms: {} };
  const known = { accountId: id, at: NOW, dueAt: NOW, ...amounts };
  const read = { ...known, problem: null };
  switch (kind) {
    case 'known':
    case 'noRate':
    case 'sameOwner':
      return [read];
    case 'late':
      return [{ ...read, today: 0 }];
    case 'failing':
    case 'sameOwnerFailing':
      return [{ ...known, today: null, month: null, problem: PROBLEM }];
    case 'noMonth':
      return [{ ...known, month: null, problem: PROBLEM }];
    case 'unread':
      return [];
    case 'measured':
      return [{ ...read, isSilent: true }];
    case 'unmeasured':
      return [{ ...read, today: null, month: null, isSilent: true }];
  }
}

function stateOf(kind: Kind, owner: number): AccountState {
  const perHour = kind === 'noRate' ? null : 1 + owner;
  const run = { status: 'running', startedAt: '2026-11-20T08:00:00Z', billed: billedAt(perHour) };
  const vm = makeVm({ id: `vm-${owner}`, ...run });
  const vms = perHour === null ? [] : [{ vmId: vm.id, totalPerHour: perHour }];
  return {
    vms: { value: makeVmList(kind === 'noRate' ? [] : [vm]), problem: null },
    spend: { value: makeSpend({ perHour, vms }), problem: null },
  };
}

function worldOf(kinds: readonly Kind[]) {
  let owner = -1;
  return kinds.map((kind, index) => {
    if (!isOwned(kind) || owner < 0) owner += 1;
    const isSilent = kind === 'measured' || kind === 'unmeasured';
    const account = {
      ...makeAccount({ id: `${index}`, baseUrl: 'https://api.example.com' }),
      can: isSilent ? [] : (['usage'] as const),
    };
    return {
      ...{ account, state: stateOf(kind, owner) },
      reports: reportOf(kind, account.id, owner),
    };
  });
}

type World = ReturnType<typeof worldOf>;

function polled(core: CoreState, { account, state }: World[number], now = NOW): CoreState {
  const before = core.snapshots[account.id] ?? EMPTY_SNAPSHOT;
  const report = { accountId: account.id, before, after: state, events: [] };
  const polled = { ...report, hasFailed: false, asOf: now, isAfterWake: false };
  return withMeasured(applyPoll(core, polled, now).core, account.id, null, now);
}

/** The app's state with all polls and reports. */
function coreOf(world: World, reports = world.flatMap((own) => own.reports)): CoreState {
  const store = createStateStore(initialState(environment, NOW));
  const listed = applyAccounts(
    store.core(),
    world.map(({ account }) => account),
  );
  const all = world.reduce((core, own) => polled(core, own), listed);
  return reports.reduce((core, report) => applyUsageReport(core, report, NOW), all);
}

function statusOf(app: AppState) {
  const table = statusTable(app, { ...TABLE_OPTIONS, now: NOW }).join('\n');
  return { table, json: statusJson(app, NOW).totals };
}

const textOf = ({ amount, isAtLeast }: { amount: number | null; isAtLeast: boolean }) =>
  formatMoney(amount, isAtLeast);

const mixtures = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });

test('every surface has one value of this month and of today', () => {
  fc.assert(
    fc.property(mixtures, (kinds) => {
      const world = worldOf(kinds);
      const app = coreOf(world);
      const [today, month] = [shownCost(app, 'today', NOW), shownCost(app, 'month', NOW)];
      const { table, json } = statusOf(app);
      expect([json.today, json.month]).toEqual([today.amount, month.amount]);
      expect(json.costsAreAtLeast).toBe(today.isAtLeast || month.isAtLeast);
      expect(table).toContain(`November ${textOf(month)} `);
      expect(table).toContain(`Today ${textOf(today)} `);
      const tray = trayModel(app, NOW);
      const headline = JSON.stringify(tray.menu);
      expect(headline.includes(`today ${textOf(today)}`)).toBe(today.amount !== null);

      const none = { alertsFiring: 0, autoStopsDue: 0, messagesWaiting: 0 };
      const sample = `\ngpu_tray_all_month_dollars ${month.amount}\n`;
      const text = metricsText(app, { ...none, asOf: () => NOW }, NOW);
      expect(text.includes(sample)).toBe(month.amount !== null);

      const forecast = monthForecast(app, NOW);
      expect(json.forecast).toEqual(forecast);
      const observed = { app, accountId: '', now: NOW, missedMs: 0, steadySince: 0 };
      const [finding] = RULES.monthForecast(observed, 1) ?? [];
      expect(finding?.value).toEqual(forecast);
      expect(finding?.isLowerBound).toBe(month.isAtLeast);
    }),
  );
});

test('a report that arrives late makes nothing jump without "at least" before', () => {
  fc.assert(
    fc.property(mixtures, fc.infiniteStream(fc.nat()), (kinds, order) => {
      const world = worldOf(kinds);
      const all = world
        .flatMap((own) => own.reports)
        .map((report) => ({ report, at: order.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ report }) => report);
      for (const count of all.keys()) {
        const before = shownCost(coreOf(world, all.slice(0, count)), 'month', NOW);
        const after = shownCost(coreOf(world, all.slice(0, count + 1)), 'month', NOW);
        if (before.amount === null || before.isAtLeast) continue;
        expect(after).toEqual(before);
      }
    }),
  );
});

test('no part is lost: the month has each owner whose cost is known, and says when one is missing', () => {
  const month = (...kinds: readonly Kind[]) =>
    textOf(shownCost(coreOf(worldOf(kinds)), 'month', NOW));
  expect(month('known')).toBe('$100');
  expect(month('known', 'known')).toBe('$201');
  expect(month('known', 'sameOwner')).toBe('$100');
  expect(month('known', 'sameOwnerFailing')).toBe('$100');
  for (const kind of ['unread', 'failing', 'noMonth', 'unmeasured'] as const)
    expect(month('known', kind)).toBe('≥ $100');
  expect(month('known', 'measured')).toBe('≥ $201');
  expect(month('late')).toBe('≥ $100');
  expect(month('noRate')).toBe('≥ $100');
  expect(month('failing')).toBe('—');
});
