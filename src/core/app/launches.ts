import { isDeepStrictEqual } from 'node:util';
import {
  absentLaunch,
  type Launch,
  type LaunchFailure,
  type Preferences,
  refusedLaunch,
  unknownLaunch,
} from '../../shared/app/index.ts';
import { draftText, type Vm, vmName } from '../../shared/domain/index.ts';
import { shownCurrency } from '../../shared/format/index.ts';
import type { RequestInput } from '../../shared/ipc/index.ts';
import type { Clock } from '../clock.ts';
import {
  accountKey,
  endLaunches,
  type LaunchOutcome,
  type LaunchPorts,
  launchVm,
} from '../launch/launch.ts';
import { type LaunchNote, readNotes } from '../launch/launch-notes.ts';
import { describeDefect, type Log } from '../log.ts';
import type { Monitor, PollReport } from '../monitor/index.ts';
import { Secret } from '../secret.ts';
import { withWriteProblem } from './apply.ts';
import { refuse } from './refusal-error.ts';
import { type StateStore, withNotice } from './state-store.ts';

export interface LaunchesPorts {
  /** By account id. */
  readonly clients: () => ReadonlyMap<string, LaunchPorts['client']>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  /** Of the notes of launches in flight. */
  readonly folder: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
}

export type LaunchesPart = ReturnType<typeof startLaunches>;

const NO_FAILURE: LaunchFailure = { errors: {}, message: null, action: null };

const DEFECT: LaunchFailure = {
  errors: {},
  message: 'Internal error. A VM may have been created.',
  action: 'Check the list of VMs before you launch again.',
};

/** What the panel shows of how a launch ended. */
function endOf(
  outcome: LaunchOutcome,
  preferences: Preferences,
): Pick<Launch, 'phase' | 'vmId' | 'failure'> {
  const failed = (failure: LaunchFailure) => ({ phase: 'failed', vmId: null, failure }) as const;
  switch (outcome.kind) {
    case 'invalid':
      return failed({ ...NO_FAILURE, errors: outcome.errors });
    case 'refused':
      return failed(refusedLaunch(outcome.problem, { currency: shownCurrency(preferences) }));
    case 'absent':
      return failed(absentLaunch(outcome.problem));
    case 'unknown': {
      const failure = unknownLaunch(outcome.problem, outcome.draft);
      return { phase: 'unknown', vmId: null, failure };
    }
    case 'created':
      return { phase: 'launched', vmId: outcome.vm.id, failure: NO_FAILURE };
    case 'found': {
      const message = outcome.isEarlier
        ? 'Nothing was sent: an earlier launch of this VM was interrupted, but had created it.'
        : 'The answer was lost, but the VM was created.';
      return { phase: 'launched', vmId: outcome.vm.id, failure: { ...NO_FAILURE, message } };
    }
  }
}

/** Launches VMs, and resolves launches that an end of this app or of a command interrupted. */
export function startLaunches(ports: LaunchesPorts, store: StateStore) {
  const { clients, monitor, folder, clock, log } = ports;
  let isLaunching = false;
  /** Launches of this app's earlier runs or of commands, which may be under way. */
  let interrupted: readonly LaunchNote[] = [];
  let isEnding = false;

  async function load(): Promise<void> {
    interrupted = isLaunching ? [] : await readNotes(folder);
  }

  function say(message: string): void {
    store.apply(withNotice(store.core(), 'launch', message));
  }

  const accountOf = (accountId: string) =>
    store.get().accounts.find(({ id }) => id === accountId) ?? null;

  async function end({ accountId, after }: PollReport): Promise<void> {
    const account = accountOf(accountId);
    const { value, problem } = after.vms;
    const isMine = (note: LaunchNote) => account !== null && note.account === accountKey(account);
    if (isLaunching || account === null || value === null || problem !== null) return;
    if (!interrupted.some(isMine)) return;
    const list = { ...value, items: value.vms };
    for (const { draft, vm } of await endLaunches(list, { account, clock, folder })) {
      const { launch } = store.get();
      const isShown = launch?.accountId === accountId && isDeepStrictEqual(launch.draft, draft);
      if (launch?.phase === 'unknown' && isShown)
        store.set({ launch: { ...launch, ...endOfInterrupted(vm) } });
      say(
        vm === null
          ? `An interrupted launch created no VM: ${draftText(draft)}.`
          : `An interrupted launch has created ${vmName(vm)}.`,
      );
    }
    await load();
  }

  void load();

  return {
    /** Ends when the launch has ended, in one way or the other. @throws LockTimeout, LockUnavailable, the file system's error */
    async launch({ accountId, draft, password }: RequestInput<'launchVm'>): Promise<void> {
      const account = accountOf(accountId);
      const client = clients().get(accountId);
      if (account === null || client === undefined)
        return refuse('notFound', 'This account is not signed in.', 'Sign in again.');
      if (isLaunching)
        return refuse('busy', 'Another launch is under way.', 'Wait until it has ended.');
      isLaunching = true;
      let startedAt = clock.now();
      const show = (change: Pick<Launch, 'phase' | 'vmId' | 'failure'>) => {
        // It may have been signed out meanwhile.
        if (accountOf(accountId) !== null)
          store.set({ launch: { accountId, draft, startedAt, ...change } });
      };
      let isSent = false;
      try {
        const secret = password === null ? null : new Secret(password);
        const outcome = await launchVm(draft, secret, {
          ...{ client, clock, folder, account, newId: ports.newId },
          onPhase(phase) {
            if (phase === 'sending') startedAt = clock.now();
            isSent = true;
            show({ phase, vmId: null, failure: NO_FAILURE });
          },
          onEarlier: (vm) => say(`An interrupted launch has created ${vmName(vm)}.`),
        });
        if (outcome.kind === 'refused')
          store.apply(withWriteProblem(store.core(), accountId, outcome.problem));
        show(endOf(outcome, store.get().preferences));
        if ('vm' in outcome) void monitor.refresh(accountId);
      } catch (error) {
        if (isSent) show({ phase: 'unknown', vmId: null, failure: DEFECT });
        throw error;
      } finally {
        isLaunching = false;
        await load();
      }
    },
    async dismiss(): Promise<void> {
      if (!isLaunching) store.set({ launch: null });
    },
    polled(report: PollReport): void {
      if (isEnding) return;
      isEnding = true;
      end(report)
        // Another program may be launching.
        .catch((error: unknown) => log.info('launch.unresolved', describeDefect(error)))
        .finally(() => {
          isEnding = false;
        });
    },
    /** A command may have been interrupted meanwhile. */
    panelOpened(isOpen: boolean): void {
      if (isOpen) void load();
    },
  };
}

function endOfInterrupted(vm: Vm | null): Pick<Launch, 'phase' | 'vmId' | 'failure'> {
  const message =
    vm === null ? 'No VM was created.' : 'The answer was lost, but the VM was created.';
  const failure = { ...NO_FAILURE, message, action: vm === null ? 'Launch again.' : null };
  return { phase: vm === null ? 'failed' : 'launched', vmId: vm?.id ?? null, failure };
}
