import { isDeepStrictEqual } from 'node:util';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { AutoStop, AutoStopLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import { joined } from '../../../shared/format/index.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import {
  checkedText,
  dearerText,
  foundText,
  INTERRUPTED,
  lackText,
  NO_TEXT,
  refusedText,
  type UnknownLaunch,
  unknownText,
} from '../../../shared/launch/outcome-texts.ts';
import { presetOrderOf } from '../../../shared/launch/preset-of-order.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../../shared/state/index.ts';
import {
  accountKey,
  dismissLaunch,
  type LaunchNote,
  type LaunchOutcome,
  readLaunches,
  rentVm,
  settleLaunches,
} from '../../launch/index.ts';
import { describeInternalError } from '../../log.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import type { ProviderClient } from '../../providers/index.ts';
import { Secret } from '../../secret.ts';
import type { SettingsFile } from '../../settings/index.ts';
import { readLocalKeys, type SshPorts } from '../../ssh/index.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import { requireAccount } from '../kernel/lookups.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { withNotice } from '../kernel/state-store.ts';

export interface LaunchesPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log' | 'folder' | 'newId'> {
  /** By account id. */
  readonly clients: ReadonlyMap<string, Pick<ProviderClient, 'listVms' | 'getVm' | 'renting'>>;
  readonly setAutoStop: (
    vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name'>,
    limit: AutoStopLimit,
  ) => Promise<void>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly settings: Pick<SettingsFile, 'load'>;
  readonly ssh: Pick<SshPorts, 'places'>;
}

type LaunchEnd = Partial<CurrentLaunch> & Pick<CurrentLaunch, 'phase'>;

const NEW = { mark: null, phase: 'sending', vmIds: [], newOffer: null, text: NO_TEXT } as const;

/** A launch that may have created a VM. */
function unknownEnd(unknown: UnknownLaunch, said?: string) {
  const { vms, vmId, isAlarm, mark } = unknown;
  const { action, ...text } = unknownText(unknown, said);
  const named = vmId === null ? [] : [vmId];
  const when = isAlarm ? 'Then' : 'If there is none,';
  return {
    phase: 'unknown',
    vmIds: vms.length > 0 ? vms.map(({ id }) => id) : named,
    mark,
    text: { ...text, action: `${action} ${when} choose “Forget this launch”.` },
  } satisfies LaunchEnd;
}

function endOf(outcome: LaunchOutcome, { hideAmounts }: Preferences): LaunchEnd {
  const { kind } = outcome;
  if (kind === 'unknown') return unknownEnd(outcome);
  if (kind === 'unsent') return { phase: 'failed', text: outcome.text, newOffer: outcome.newOffer };
  if (kind === 'refused')
    return { phase: 'failed', text: refusedText(outcome.problem, { hideAmounts }) };
  const message = kind === 'found' ? foundText(outcome.answer) : null;
  return { phase: 'launched', vmIds: [outcome.vmId], text: { ...NO_TEXT, message } };
}

/** By `vmKey`, the orders of the VMs that these accounts launched. */
const launchedBy = (accounts: readonly AppAccount[], launches: readonly LaunchNote[]) =>
  Object.fromEntries(
    launches.flatMap(({ account, vmId, phase, order, confirmedPerHour }) => {
      const { id } = accounts.find((each) => accountKey(each) === account) ?? {};
      if (id === undefined || vmId === null || phase === 'sent') return [];
      return [[vmKey(id, vmId), presetOrderOf(order, null, confirmedPerHour)] as const];
    }),
  );

const createdText = (vm: Vm) => `An interrupted launch created ${vmName(vm)}.`;

/** Ends launches once their VMs are listed, also those that an end of this app or of a command interrupted. */
function createSettling(ports: LaunchesPorts, isLaunching: () => boolean) {
  const { store, folder, clock, log, clients, setAutoStop } = ports;
  /** Of this app or of commands, which may be under way. */
  let launches: readonly LaunchNote[] = [];
  /** The ids of launches of which a notice said that they may have created a VM. */
  const noticed = new Set<string>();
  const noted = (event: string) => (error: unknown) =>
    log.info(event, describeInternalError(error));

  async function load(): Promise<void> {
    if (isLaunching()) return;
    launches = (await readLaunches(folder).catch(noted('launch.notes'))) ?? [];
    show();
  }

  function show(): void {
    const { accounts, launchedVms: before } = store.get();
    const launchedVms = launchedBy(accounts, launches);
    if (!isDeepStrictEqual(launchedVms, before)) store.set({ launchedVms });
  }

  function notice(message: string, { id }: AppAccount): void {
    store.apply(withNotice(store.core(), 'launch', message, [id]));
  }

  function showVm(note: LaunchNote, vm: Vm, account: AppAccount): void {
    const { currentLaunch: shown } = store.get();
    const { order, confirmedPerHour, mark, phase } = note;
    const isShown = shown?.accountId === account.id && shown.mark === mark;
    if (isShown) {
      const said = shown.phase === 'unknown' ? null : shown.text.message;
      const message = joined([said, lackText(vm)], ' ') || null;
      const text = { ...NO_TEXT, message };
      store.set({ currentLaunch: { ...shown, phase: 'launched', vmIds: [vm.id], text } });
    }
    const dearer = dearerText(vm, order.offer, confirmedPerHour);
    const lines = [
      ...(isShown || phase !== 'sent' ? [] : [createdText(vm)]),
      ...(dearer === null ? [] : [`${vmName(vm)}: ${dearer}`]),
    ];
    if (lines.length > 0) notice(lines.join(' '), account);
  }

  /** Of several unknown launches, the next one is shown once the first one has ended. */
  function showUnknown(note: LaunchNote, unknown: UnknownLaunch, account: AppAccount): void {
    const { currentLaunch: shown } = store.get();
    const { order, confirmedPerHour, sentAt: startedAt } = note;
    const end = unknownEnd(unknown, INTERRUPTED);
    const launch = { ...NEW, accountId: account.id, order, confirmedPerHour, startedAt, ...end };
    const isUnknown = shown?.phase === 'unknown';
    const isSame = shown?.accountId === account.id && shown.mark === note.mark;
    const isShown = isUnknown && isSame;
    // The text of the same launch has the provider's answer, too.
    if (isShown ? !isDeepStrictEqual(shown.vmIds, launch.vmIds) : !isUnknown)
      store.set({ currentLaunch: launch });
    if (isShown || noticed.has(note.id)) return;
    noticed.add(note.id);
    notice(`${launch.text.message} ${launch.text.action}`, account);
  }

  async function settle({ accountId, after }: PollReport): Promise<void> {
    const account = findAccount(store.get(), accountId);
    const { renting } = clients.get(accountId) ?? {};
    const { value, problem } = after.vms;
    if (isLaunching() || account === undefined || value === null || problem !== null) return;
    const key = accountKey(account);
    const isPending = launches.some((note) => note.account === key && note.phase !== 'ended');
    if (renting === undefined || !isPending) return;
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
    notice,
    /** Another program may be launching. */
    polled: (report: PollReport): void => void settle(report).catch(noted('launch.unresolved')),
  };
}

const DEFECT = {
  message: 'Internal error. A VM may have been created.',
  action: 'Check the list of VMs before another launch.',
};

/** Launches VMs, and resolves launches that an end of this app or of a command interrupted. */
export function startLaunches(ports: LaunchesPorts) {
  const { store, clients, monitor, folder, clock } = ports;
  let isLaunching = false;
  const settling = createSettling(ports, () => isLaunching);

  /** @throws RefusalError */
  function clientOf(accountId: string) {
    const client = clients.get(accountId);
    const { renting } = client ?? {};
    if (client && renting) return { ...client, renting };
    return refuse('notFound', 'This account is not signed in.', 'Sign in again.');
  }

  /** Ends when the launch has ended, in one way or the other. @throws FileError */
  async function launch({
    accountId,
    order,
    password,
    ...request
  }: RequestInput<'launchVm'>): Promise<void> {
    const client = clientOf(accountId);
    const account = requireAccount(store.get().accounts, accountId);
    if (isLaunching) refuse('busy', 'Another launch is in progress.', 'Wait until it’s done.');
    isLaunching = true;
    const { maxPerHour: confirmedPerHour } = request;
    const started = { accountId, order, confirmedPerHour, startedAt: clock.now() };
    let shown: CurrentLaunch = { ...NEW, ...started };
    const show = (change: LaunchEnd) => {
      shown = { ...shown, ...change };
      // It may have been signed out meanwhile.
      if (findAccount(store.get(), accountId)) store.set({ currentLaunch: shown });
    };
    show({ phase: 'sending' });
    try {
      const outcome = await rentVm(
        { ...request, order, password: password === null ? null : new Secret(password) },
        {
          ...ports,
          client,
          account,
          isFollowed: true,
          onPhase(phase, note, answer) {
            const text = { ...NO_TEXT, message: answer && checkedText(answer) };
            show({ phase, mark: note.mark, order: note.order, text });
          },
          onEarlier: (vm) => settling.notice(createdText(vm), account),
        },
      );
      show(endOf(outcome, store.get().preferences));
      if (outcome.kind === 'refused')
        store.apply(withWriteProblem(store.core(), accountId, outcome.problem));
      if ('vm' in outcome || outcome.kind === 'unknown') void monitor.refresh(accountId);
    } catch (error) {
      if (shown.mark !== null) show({ phase: 'unknown', text: DEFECT });
      else store.set({ currentLaunch: null });
      throw error;
    } finally {
      isLaunching = false;
      await settling.load();
    }
  }

  void settling.load();
  return {
    requests: {
      readLaunchChoices: async ({ accountId, offer }: RequestInput<'readLaunchChoices'>) =>
        clientOf(accountId).renting.choices(offer),
      readQuote: async ({ accountId, offer, diskGb }: RequestInput<'readQuote'>) =>
        clientOf(accountId).renting.quote(offer, diskGb),
      readLocalKeys: async () => readLocalKeys(await ports.settings.load(), ports.ssh.places),
      launchVm: launch,
      async acceptRate() {
        const { currentLaunch: shown } = store.get();
        if (shown !== null) store.set({ currentLaunch: { ...shown, confirmedPerHour: null } });
      },
      /** Also where its end is unknown: the user has looked. @throws as `launch` */
      async dismissLaunch(): Promise<void> {
        const { currentLaunch } = store.get();
        if (isLaunching || currentLaunch === null) return;
        const { phase, accountId, mark } = currentLaunch;
        const account = findAccount(store.get(), accountId);
        if (phase === 'unknown' && account) await dismissLaunch(mark, { account, clock, folder });
        store.set({ currentLaunch: null });
        await settling.load();
      },
    },
    polled: settling.polled,
    accountsChanged: settling.show,
    /** A command may have been interrupted meanwhile. */
    panelOpened(isOpen: boolean): void {
      if (isOpen) void settling.load();
    },
  } satisfies Part;
}
