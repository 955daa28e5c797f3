import { withBilled } from '../../../shared/domain/billing.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeSpend, makeVmList } from '../../../shared/domain/testing/records.ts';
import { asUnconfirmed, type Vm } from '../../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { Rule } from '../evaluate.ts';

const HOUR = 3_600_000;

/** A Sunday. */
export const NOW = Date.UTC(2026, 10, 22, 12);

export const account = (
  id: string,
  baseUrl = 'https://api.example.com/',
): AppState['accounts'][number] => makeAccount({ id, baseUrl });

export interface Known {
  readonly vms?: readonly Vm[];
  readonly unconfirmed?: readonly Vm[];
  readonly perHour?: number | null;
  readonly problem?: Problem | null;
  readonly rates?: Readonly<Record<string, number>>;
}

export function snapshotOf({
  vms = [],
  unconfirmed = [],
  perHour = 1,
  problem = null,
  rates = {},
}: Known): AccountSnapshot {
  const billed = Object.entries(rates).map(([vmId, totalPerHour]) => ({ vmId, totalPerHour }));
  const spend = makeSpend({ perHour, vms: billed });
  const all = withBilled([...vms, ...unconfirmed.map(asUnconfirmed)], spend);
  return {
    vms: { value: makeVmList(all), problem },
    spend: { value: spend, problem },
    ...{ asOf: NOW, freshness: 'live' },
  };
}

/** One account `a`, or these. */
export function stateOf(known: Known, parts: Partial<AppState> = {}): AppState {
  const blank = initialState(environment, NOW);
  const vmCosts = { a: { asOf: NOW, month: {} } };
  const own = { accounts: [account('a')], snapshots: { a: snapshotOf(known) }, vmCosts };
  return { ...blank, ...own, ...parts };
}

export function withPreferences(app: AppState, preferences: Partial<Preferences>): AppState {
  return { ...app, preferences: { ...app.preferences, ...preferences } };
}

export function find(
  rule: Rule,
  app: AppState,
  limit: number,
  more: { missedMs?: number; steadySince?: number; now?: number } = {},
) {
  const observed = { app, accountId: 'a', missedMs: 0, steadySince: NOW - 100 * HOUR, now: NOW };
  return rule({ ...observed, ...more }, limit);
}

/** The verdict on the only subject; null: nothing is known. */
export const verdict = (...of: Parameters<typeof find>) => find(...of)?.[0]?.verdict ?? null;
