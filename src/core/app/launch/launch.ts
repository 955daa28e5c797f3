import { vmName } from '../../../shared/domain/vm.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { checkedText, NO_TEXT } from '../../../shared/launch/outcome-texts.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { dismissLaunches, rentVm } from '../../launch/index.ts';
import type { Monitor } from '../../monitor/index.ts';
import { Secret } from '../../secret.ts';
import type { SettingsFile } from '../../settings/index.ts';
import { readLocalKeys, type SshPorts } from '../../ssh/index.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import { requireAccount } from '../kernel/lookups.ts';
import type { ApplicationPorts, Part } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { withNotice } from '../kernel/state-store.ts';
import {
  createSettling,
  endOf,
  type LaunchEnd,
  type SettlingPorts,
  startedLaunch,
} from './settle.ts';

export interface LaunchesPorts extends SettlingPorts, Pick<ApplicationPorts, 'newId'> {
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly settings: Pick<SettingsFile, 'load'>;
  readonly ssh: Pick<SshPorts, 'places'>;
}

const DEFECT = {
  errors: {},
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
    const client = clients().get(accountId);
    const { renting } = client ?? {};
    if (client && renting) return { ...client, renting };
    return refuse('notFound', 'This account is not signed in.', 'Sign in again.');
  }

  /** Ends when the launch has ended, in one way or the other. @throws LockTimeout, LockUnavailable, LaunchNotesError */
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
    let shown = startedLaunch({ accountId, order, confirmedPerHour, startedAt: clock.now() });
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
          onEarlier(vm) {
            const message = `An interrupted launch created ${vmName(vm)}.`;
            store.apply(withNotice(store.core(), 'launch', message, [accountId]));
          },
        },
      );
      show(endOf(outcome, store.get().preferences.hideAmounts));
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
        const { phase, accountId } = currentLaunch;
        const account = findAccount(store.get(), accountId);
        if (phase === 'unknown' && account) await dismissLaunches({ account, clock, folder });
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
