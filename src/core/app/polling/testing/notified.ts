import type { AppAccount } from '../../../../shared/accounts/index.ts';
import {
  billedAt,
  inStatus,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import { type AppState, initialState } from '../../../../shared/state/index.ts';
import { environment } from '../../../../shared/testing/environment.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';
import { grouped, notificationOf } from '../../../events/index.ts';
import { groupOf } from '../../../events/testing/group-of.ts';
import type { PollReport, VmEvent } from '../../../monitor/index.ts';
import { EMPTY_SNAPSHOT } from '../../kernel/apply-poll.ts';
import { isSilent } from '../../kernel/deliver.ts';
import { vmEvents } from '../../kernel/recent-events.ts';
import { createStateStore } from '../../kernel/state-store.ts';
import { notifiedEvents } from '../polling.ts';

const ACCOUNT: AppAccount = makeAccount({
  id: 'one',
  label: 'work\u202e',
  baseUrl: 'https://api.example.com',
});

export const STATE: AppState = { ...initialState(environment, 0), accounts: [ACCOUNT] };
export const TWO_ACCOUNTS = { ...STATE, accounts: [ACCOUNT, { ...ACCOUNT, id: 'two' }] };
export const HIDDEN = { ...STATE.preferences, hideAmounts: true };
/** The state after the poll. */
function listedIn({ events }: PollReport, state: AppState): AppState {
  const vms = events.flatMap(({ kind, vm: own }) => (kind === 'gone' ? [] : own));
  const listed = { ...EMPTY_SNAPSHOT, vms: { value: makeVmList(vms), problem: null } };
  return { ...state, snapshots: { ...state.snapshots, one: listed } };
}

export function eventsOf(poll: PollReport, state = STATE, now = 0) {
  const { memory } = createStateStore(STATE).core();
  const core = { ...listedIn(poll, state), memory };
  return notifiedEvents(poll, { core, events: vmEvents(poll, now) }).filter(
    (event) => !isSilent(event, core),
  );
}

export const notificationsOf = (poll: PollReport, state = STATE, now = 0) =>
  eventsOf(poll, state, now).map((event) =>
    notificationOf(groupOf(event), listedIn(poll, state), now),
  );

/** Those of a kind as one. */
export const joined = (poll: PollReport, state = STATE) =>
  grouped([], eventsOf(poll, state), () => 'g').map((group) => notificationOf(group, state, 0));

export function vm(label: string | null): Vm {
  const known = {
    id: `id-${label}`,
    status: 'running',
    defaultName: 'vm-7',
    label,
    rates: whileRunning(1.1),
  };
  return makeVm({ ...known, gpuType: '4090', gpuCount: 2 });
}

export function changed(label: string | null, to: string): VmEvent {
  const billed = billedAt(to === 'running' ? 1.1 : null);
  return { kind: 'statusChanged', vm: { ...vm(label), ...inStatus(to), billed } };
}

export function report(events: readonly VmEvent[]): PollReport {
  const snapshots = { before: EMPTY_SNAPSHOT, after: EMPTY_SNAPSHOT };
  return {
    accountId: 'one',
    ...snapshots,
    events,
    hasFailed: false,
    asOf: null,
    isAfterWake: false,
  };
}
