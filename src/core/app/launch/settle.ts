import { isDeepStrictEqual } from 'node:util';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { AutoStop, AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import { dearerRate } from '../../../shared/launch/launch-rate.ts';
import {
  dearerText,
  foundText,
  interruptedText,
  NO_TEXT,
  refusedText,
  type UnknownLaunch,
  unknownText,
} from '../../../shared/launch/outcome-texts.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../../shared/state/index.ts';
import {
  accountKey,
  type LaunchedVm,
  type LaunchNote,
  type LaunchOutcome,
  readLaunches,
  settleLaunches,
} from '../../launch/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { ProviderClient } from '../../providers/index.ts';
import type { ApplicationPorts, PartPorts } from '../kernel/ports.ts';
import { withNotice } from '../kernel/state-store.ts';

type Started = Pick<CurrentLaunch, 'accountId' | 'order' | 'confirmedPerHour' | 'startedAt'>;
export type LaunchEnd = Partial<CurrentLaunch> & Pick<CurrentLaunch, 'phase'>;

export const startedLaunch = (started: Started): CurrentLaunch => ({
  ...started,
  mark: null,
  phase: 'sending',
  vmIds: [],
  newOffer: null,
  text: NO_TEXT,
});

/** A launch that may have created a VM. */
function unknownEnd(unknown: UnknownLaunch, { action, ...text } = unknownText(unknown)) {
  const { vms, vmId, isAlarm, mark } = unknown;
  const named = vmId === null ? [] : [vmId];
  const when = isAlarm ? 'Then' : 'If there is none,';
  return {
    phase: 'unknown',
    vmIds: vms.length > 0 ? vms.map(({ id }) => id) : named,
    mark,
    text: { ...text, action: `${action} ${when} choose “Forget this launch”.` },
  } satisfies LaunchEnd;
}

export function endOf(outcome: LaunchOutcome, hideAmounts: boolean): LaunchEnd {
  switch (outcome.kind) {
    case 'unsent':
      return { phase: 'failed', text: outcome.text, newOffer: outcome.newOffer };
    case 'refused':
      return { phase: 'failed', text: refusedText(outcome.problem, { hideAmounts }) };
    case 'created':
      return { phase: 'launched', vmIds: [outcome.vmId], text: NO_TEXT };
    case 'found': {
      const text = { ...NO_TEXT, message: foundText(outcome.answer) };
      return { phase: 'launched', vmIds: [outcome.vmId], text };
    }
    case 'unknown':
      return unknownEnd(outcome);
  }
}

export interface SettlingPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log'>,
    Pick<ApplicationPorts, 'folder'> {
  /** By account id. */
  readonly clients: () => ReadonlyMap<
    string,
    Pick<ProviderClient, 'listVms' | 'getVm' | 'renting'>
  >;
  readonly setAutoStop: (
    vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>,
    limit: AutoStopLimit,
  ) => Promise<void>;
}

/** By `vmKey`, the launched VMs of these accounts. */
const launchedBy = (accounts: readonly AppAccount[], launched: readonly LaunchedVm[]) =>
  Object.fromEntries(
    launched.flatMap(({ account, vmId, order, hasWeb }) => {
      const { id } = accounts.find((each) => accountKey(each) === account) ?? {};
      return id === undefined ? [] : [[vmKey(id, vmId), { order, hasWeb }] as const];
    }),
  );

/** Ends launches once their VMs are listed, also those that an end of this app or of a command interrupted. */
export function createSettling(ports: SettlingPorts, isLaunching: () => boolean) {
  const { store, folder, clock, log, clients, setAutoStop } = ports;
  /** The `accountKey`s of launches that have not ended, of this app or of commands, which may be under way. */
  let pending: readonly string[] = [];
  let launched: readonly LaunchedVm[] = [];
  const noted = (event: string) => (error: unknown) =>
    log.info(event, describeInternalError(error));

  async function load(): Promise<void> {
    if (isLaunching()) return;
    const read = await readLaunches(folder).catch(noted('launch.notes'));
    ({ accounts: pending, launched } = read ?? { accounts: [], launched: [] });
    show();
  }

  function show(): void {
    const { accounts, launchedVms: before } = store.get();
    const launchedVms = launchedBy(accounts, launched);
    if (!isDeepStrictEqual(launchedVms, before)) store.set({ launchedVms });
  }

  const notice = (message: string, { id }: AppAccount) =>
    store.apply(withNotice(store.core(), 'launch', message, [id]));

  function showVm(note: LaunchNote, vm: Vm, account: AppAccount): void {
    const { currentLaunch: shown, preferences } = store.get();
    const { order, confirmedPerHour, mark, isCreated } = note;
    const isShown = shown?.accountId === account.id && shown.mark === mark;
    if (isShown) {
      const text = shown.phase === 'unknown' ? NO_TEXT : shown.text;
      store.set({ currentLaunch: { ...shown, phase: 'launched', vmIds: [vm.id], text } });
    }
    const dearer = dearerRate(vm, order.offer, confirmedPerHour);
    const lines = [
      ...(isShown || isCreated ? [] : [`An interrupted launch created ${vmName(vm)}.`]),
      ...(dearer === null || confirmedPerHour === null
        ? []
        : [`${vmName(vm)}: ${dearerText(dearer, confirmedPerHour, preferences.hideAmounts)}`]),
    ];
    if (lines.length > 0) notice(lines.join(' '), account);
  }

  /** Of several unknown launches, the next one is shown once the first one has ended. */
  function showUnknown(note: LaunchNote, unknown: UnknownLaunch, account: AppAccount): void {
    const { currentLaunch: shown } = store.get();
    const { order, confirmedPerHour, sentAt: startedAt } = note;
    const started = startedLaunch({ accountId: account.id, order, confirmedPerHour, startedAt });
    const launch = { ...started, ...unknownEnd(unknown, interruptedText(unknown)) };
    const isKnown = shown?.phase === 'unknown';
    const isSame = shown?.accountId === account.id && shown.mark === note.mark;
    // The text of the same launch has the provider's answer, too.
    if (isKnown && (!isSame || isDeepStrictEqual(shown.vmIds, launch.vmIds))) return;
    store.set({ currentLaunch: launch });
    if (!isKnown) notice(`${launch.text.message} ${launch.text.action}`, account);
  }

  async function settle({ accountId, after }: PollReport): Promise<void> {
    const account = findAccount(store.get(), accountId);
    const { renting } = clients().get(accountId) ?? {};
    const { value, problem } = after.vms;
    if (isLaunching() || account === undefined || value === null || problem !== null) return;
    if (renting === undefined || !pending.includes(accountKey(account))) return;
    const settled = await settleLaunches(value, {
      account,
      clock,
      folder,
      renting,
      async onListed({ stopLater, sentAt }, vm) {
        const limit = stopLater === null ? null : parseAutoStop(stopLater, sentAt);
        if (limit !== null) await setAutoStop({ accountId, vmId: vm.id, name: vmName(vm) }, limit);
      },
    });
    for (const { note, outcome } of settled)
      if (outcome.kind === 'found') showVm(note, outcome.vm, account);
      else showUnknown(note, outcome, account);
    await load();
  }

  return {
    load,
    show,
    /** Another program may be launching. */
    polled: (report: PollReport): void => void settle(report).catch(noted('launch.unresolved')),
  };
}
