import type { AppAccount } from '../../../../shared/accounts/index.ts';
import type { AccountState } from '../../../../shared/domain/account-state.ts';
import { makeVmList } from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import { initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import type { PollReport } from '../../../monitor/index.ts';
import { spend } from '../../../monitor/testing/records.ts';
import { applyAccounts, applyPoll, EMPTY_SNAPSHOT, withMeasured } from '../apply-poll.ts';
import { type CoreState, createStateStore } from '../state-store.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);
export const HOUR = 3_600_000;

export function account(id: string, baseUrl = 'https://api.example.com/'): AppAccount {
  return makeAccount({ id, baseUrl });
}

/** A state with these accounts, before their first polls. */
export function coreWith(...accounts: readonly AppAccount[]): CoreState {
  const store = createStateStore(initialState(environment, NOW));
  return applyAccounts(store.core(), accounts);
}

export function stateOf(vms: readonly Vm[], perHour: number | null = 1): AccountState {
  return {
    vms: { value: makeVmList(vms), problem: null },
    spend: { value: perHour === null ? null : spend({ perHour }), problem: null },
  };
}

export function report(accountId: string, before: AccountState, after: AccountState): PollReport {
  return {
    ...{ accountId, before, after, events: [] },
    ...{ hasFailed: false, asOf: NOW, isAfterWake: false },
  };
}

/** The state after a poll of the account that returned `after`. */
export function polled(core: CoreState, accountId: string, after: AccountState, now = NOW) {
  const before = core.snapshots[accountId] ?? EMPTY_SNAPSHOT;
  const applied = applyPoll(core, report(accountId, before, after), now);
  return { ...withMeasured(applied.core, accountId, null, now), events: applied.events };
}
