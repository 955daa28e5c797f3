import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import {
  checkedLaunch,
  foundLaunch,
  type LaunchFailure,
  refusedLaunch,
  type UnknownLaunch,
  unknownLaunch,
} from '../../../shared/launch/launch.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { findAccount } from '../../../shared/state/index.ts';
import {
  forgetLaunches,
  type LaunchOutcome,
  type LaunchPorts,
  launchVm,
} from '../../launch/index.ts';
import type { Monitor } from '../../monitor/index.ts';
import type { ProviderClient, Renting } from '../../providers/index.ts';
import { Secret } from '../../secret.ts';
import type { SettingsFile } from '../../settings/index.ts';
import { readLocalKeys, type SshPorts, sshLoginsOf } from '../../ssh/index.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import type { Part } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { withNotice } from '../kernel/state-store.ts';
import {
  createEarlierLaunches,
  type EarlierLaunchesPorts,
  type LaunchEnd,
  NO_FAILURE,
} from './earlier-launches.ts';

export interface LaunchesPorts extends EarlierLaunchesPorts {
  /** By account id. */
  readonly clients: () => ReadonlyMap<
    string,
    Pick<ProviderClient, 'listVms' | 'createVm' | 'sshKeys' | 'renting'>
  >;
  readonly settings: Pick<SettingsFile, 'load'>;
  readonly ssh: Pick<SshPorts, 'places'>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly newId: () => string;
}

const DEFECT: LaunchFailure = {
  errors: {},
  message: 'Internal error. A VM may have been created.',
  action: 'Check the list of VMs before another launch.',
};

/** The problem that the service answered with; null: none. */
function answerOf(outcome: LaunchOutcome): Problem | null {
  if (outcome.kind === 'refused') return outcome.problem;
  return outcome.kind === 'unknown' ? outcome.answer : null;
}

function endOf(outcome: LaunchOutcome, preferences: Preferences): LaunchEnd {
  const failed = (failure: LaunchFailure) => ({ phase: 'failed', vmId: null, failure }) as const;
  switch (outcome.kind) {
    case 'invalid':
      return failed({ ...NO_FAILURE, errors: outcome.errors });
    case 'refused':
      return failed(refusedLaunch(outcome.problem, { hideAmounts: preferences.hideAmounts }));
    case 'unknown':
      return unknownEnd(outcome);
    case 'created':
      return { phase: 'launched', vmId: outcome.vm.id, failure: NO_FAILURE };
    case 'found': {
      const failure = { ...NO_FAILURE, message: foundLaunch(outcome.answer) };
      return { phase: 'launched', vmId: outcome.vm.id, failure };
    }
  }
}

function unknownEnd(launch: UnknownLaunch): LaunchEnd {
  const { action, ...failure } = unknownLaunch(launch);
  const more = 'If there is none, choose “Forget this launch”.';
  return {
    phase: 'unknown',
    vmId: launch.vms[0]?.id ?? null,
    failure: { ...failure, action: `${action} ${more}` },
  };
}

type Draft = Extract<RequestInput<'launchVm'>, { readonly draft: OrderDraft }>;

/** Launches VMs, and resolves launches that an end of this app or of a command interrupted. */
export function startLaunches(ports: LaunchesPorts) {
  const { store, clients, monitor, folder, clock } = ports;
  let isLaunching = false;
  const earlier = createEarlierLaunches(ports, () => isLaunching);

  const accountOf = (accountId: string) => findAccount(store.get(), accountId) ?? null;

  function launchClient(accountId: string): LaunchPorts['client'] | null {
    const { listVms, createVm } = clients().get(accountId) ?? {};
    return listVms && createVm ? { listVms, createVm } : null;
  }

  void earlier.load();

  /** @throws RefusalError */
  function rentingOf(accountId: string): Renting {
    const { renting } = clients().get(accountId) ?? {};
    return renting ?? refuse('notFound', 'This account is not signed in.', 'Sign in again.');
  }

  /** Ends when the launch has ended, in one way or the other. @throws LockTimeout, LockUnavailable, LaunchNotesError */
  async function launchDraft({ accountId, draft, password }: Draft): Promise<void> {
    const account = accountOf(accountId);
    const client = launchClient(accountId);
    if (account === null || client === null)
      return refuse('notFound', 'This account is not signed in.', 'Sign in again.');
    if (isLaunching)
      return refuse('busy', 'Another launch is in progress.', 'Wait until it’s done.');
    isLaunching = true;
    let startedAt = clock.now();
    const show = (change: LaunchEnd) => {
      // It may have been signed out meanwhile.
      if (accountOf(accountId) !== null)
        store.set({ launch: { accountId, draft, startedAt, ...change } });
    };
    let isSent = false;
    try {
      const secret = password === null ? null : new Secret(password);
      const outcome = await launchVm(draft, secret, {
        ...ports,
        client,
        account,
        onPhase(phase, answer) {
          if (phase === 'sending') startedAt = clock.now();
          isSent = true;
          const message = answer && checkedLaunch(answer);
          show({ phase, vmId: null, failure: { ...NO_FAILURE, message } });
        },
        onEarlier(vm) {
          const message = `An interrupted launch created ${vmName(vm)}.`;
          store.apply(withNotice(store.core(), 'launch', message));
        },
      });
      const problem = answerOf(outcome);
      if (problem !== null) store.apply(withWriteProblem(store.core(), accountId, problem));
      show(endOf(outcome, store.get().preferences));
      if ('vm' in outcome || outcome.kind === 'unknown') void monitor.refresh(accountId);
    } catch (error) {
      if (isSent) show({ phase: 'unknown', vmId: null, failure: DEFECT });
      throw error;
    } finally {
      isLaunching = false;
      await earlier.load();
    }
  }

  return {
    requests: {
      readLaunchChoices: async ({ accountId, offer }: RequestInput<'readLaunchChoices'>) =>
        rentingOf(accountId).choices(offer),
      readQuote: async ({ accountId, offer, diskGb }: RequestInput<'readQuote'>) =>
        rentingOf(accountId).quote(offer, diskGb),
      async readLocalKeys() {
        const { all, accounts, vms } = sshLoginsOf(await ports.settings.load());
        const logins = [all, ...Object.values(accounts), ...Object.values(vms)];
        const files = logins.flatMap(({ identityFile }) => identityFile ?? []);
        return readLocalKeys(files, ports.ssh.places);
      },
      async acceptRate() {
        const { currentLaunch: launch } = store.get();
        if (launch !== null) store.set({ currentLaunch: { ...launch, isDearer: false } });
      },
      async readSshKeys({ accountId }: RequestInput<'readSshKeys'>) {
        return (await clients().get(accountId)?.sshKeys?.()) ?? [];
      },
      async launchVm(input: RequestInput<'launchVm'>): Promise<void> {
        if ('draft' in input) return launchDraft(input);
        refuse('notNow', 'This account cannot launch yet.', 'Update GPU Tray.');
      },
      /** Also where its end is unknown: the user has looked. @throws as `launch` */
      async dismissLaunch(): Promise<void> {
        const { launch } = store.get();
        if (isLaunching || launch === null) return;
        const account = launch.phase === 'unknown' ? accountOf(launch.accountId) : null;
        if (account !== null) await forgetLaunches({ account, clock, folder });
        store.set({ launch: null });
        await earlier.load();
      },
    },
    polled: earlier.polled,
    accountsChanged: earlier.showTemplates,
    /** A command may have been interrupted meanwhile. */
    panelOpened(isOpen: boolean): void {
      if (isOpen) void earlier.load();
    },
  } satisfies Part;
}
