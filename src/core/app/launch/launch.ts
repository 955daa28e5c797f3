import { isDeepStrictEqual } from 'node:util';
import { draftText, type VmList, vmName, vmPhase } from '../../../shared/domain/index.ts';
import { shownCurrency } from '../../../shared/format/index.ts';
import type { RequestInput } from '../../../shared/ipc/index.ts';
import {
  absentLaunch,
  checkedLaunch,
  foundLaunch,
  type Launch,
  type LaunchFailure,
  newVms,
  refusedLaunch,
  type UnknownLaunch,
  unknownLaunch,
} from '../../../shared/launch/index.ts';
import type { Preferences } from '../../../shared/settings/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import type { Clock } from '../../clock.ts';
import {
  accountKey,
  type EarlierLaunch,
  endLaunches,
  forgetLaunches,
  forgetTemplates,
  type LaunchOutcome,
  type LaunchPorts,
  launchVm,
  readLaunches,
  type WebVm,
} from '../../launch/index.ts';
import { describeDefect, type Log } from '../../log.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import { Secret } from '../../secret.ts';
import type { ServiceClient } from '../../service/index.ts';
import { withWriteProblem } from '../kernel/apply-poll.ts';
import { requireAccount } from '../kernel/lookups.ts';
import type { Part } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import { type StateStore, withNotice } from '../kernel/state-store.ts';

export interface LaunchesPorts {
  readonly store: StateStore;
  /** By account id. */
  readonly clients: () => ReadonlyMap<
    string,
    LaunchPorts['client'] & Pick<ServiceClient, 'sshKeys'>
  >;
  readonly monitor: Pick<Monitor, 'refresh'>;
  /** Of the notes of launches in flight. */
  readonly folder: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
}

const NO_FAILURE: LaunchFailure = { errors: {}, message: null, action: null };

const DEFECT: LaunchFailure = {
  errors: {},
  message: 'Internal error. A VM may have been created.',
  action: 'Check the list of VMs before another launch.',
};

/** How long a new VM may be missing from the list, ms. */
const MAX_LISTING_MS = 600_000;

/** Whether a VM is destroyed, or neither listed nor looked up. */
function isGone(list: VmList, vmId: string): boolean {
  const vm = list.vms.find(({ id }) => id === vmId);
  if (vm !== undefined) return vmPhase(vm.status) === 'destroyed';
  return list.isComplete && list.skipped === 0 && !list.unconfirmed.some(({ id }) => id === vmId);
}

type LaunchEnd = Pick<Launch, 'phase' | 'vmId' | 'failure'>;

/** What the panel shows of how a launch ended. */
function endOf(outcome: LaunchOutcome, preferences: Preferences): LaunchEnd {
  const failed = (failure: LaunchFailure) => ({ phase: 'failed', vmId: null, failure }) as const;
  switch (outcome.kind) {
    case 'invalid':
      return failed({ ...NO_FAILURE, errors: outcome.errors });
    case 'refused':
      return failed(refusedLaunch(outcome.problem, { currency: shownCurrency(preferences) }));
    case 'absent':
      return failed(absentLaunch(outcome.problem));
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

/** Launches VMs, and resolves launches that an end of this app or of a command interrupted. */
export function startLaunches(ports: LaunchesPorts) {
  const { store, clients, monitor, folder, clock, log } = ports;
  let isLaunching = false;
  /** The `accountKey`s of launches of this app's earlier runs or of commands, which may be under way. */
  let interrupted: readonly string[] = [];
  let webVms: readonly WebVm[] = [];
  /** Of these, it was said that they may have created a VM. */
  const said = new Set<string>();
  let isEnding = false;

  async function load(): Promise<void> {
    if (isLaunching) return;
    const read = await readLaunches(folder).catch((error: unknown) => {
      log.warn('launch.notes', describeDefect(error));
      return { accounts: [], webVms: [] };
    });
    ({ accounts: interrupted, webVms } = read);
    showTemplates();
  }

  /** Of the VMs of the accounts that are signed in. */
  function showTemplates(): void {
    const { accounts, vmTemplates: before } = store.get();
    const vmTemplates = Object.fromEntries(
      accounts.flatMap((account) =>
        webVms
          .filter((vm) => vm.account === accountKey(account))
          .map(({ vmId, template }) => [vmKey(account.id, vmId), template]),
      ),
    );
    if (!isDeepStrictEqual(vmTemplates, before)) store.set({ vmTemplates });
  }

  function say(message: string): void {
    store.apply(withNotice(store.core(), 'launch', message));
  }

  const accountOf = (accountId: string) => findAccount(store.get(), accountId) ?? null;

  async function forgetGone(account: string, list: VmList): Promise<void> {
    const sentBefore = clock.now() - MAX_LISTING_MS;
    const gone = webVms.filter(
      (vm) => vm.account === account && vm.sentAt < sentBefore && isGone(list, vm.vmId),
    );
    if (gone.length === 0) return;
    await forgetTemplates(gone, { clock, folder });
    await load();
  }

  async function end({ accountId, after }: PollReport): Promise<void> {
    const account = accountOf(accountId);
    const { value, problem } = after.vms;
    if (isLaunching || account === null || value === null || problem !== null) return;
    await forgetGone(accountKey(account), value);
    if (!interrupted.includes(accountKey(account))) return;
    const list = { ...value, items: value.vms };
    for (const earlier of await endLaunches(list, { account, clock, folder })) {
      const { launch } = store.get();
      const isShown =
        launch?.accountId === accountId && isDeepStrictEqual(launch.draft, earlier.draft);
      const isUnknown = launch?.phase === 'unknown' && isShown;
      if (isUnknown) store.set({ launch: { ...launch, ...endOfEarlier(earlier, launch) } });
      if (earlier.found.kind === 'unknown' && (isUnknown || said.has(earlier.id))) continue;
      said.add(earlier.id);
      say(noticeOf(earlier));
    }
    await load();
  }

  void load();

  return {
    requests: {
      async readSshKeys({ accountId }: RequestInput<'readSshKeys'>) {
        const where = requireAccount(store.get().accounts, accountId).profile?.sshKeys;
        const client = clients().get(accountId);
        return where === undefined || client === undefined ? [] : client.sshKeys(where);
      },
      /** Ends when the launch has ended, in one way or the other. @throws LockTimeout, LockUnavailable, LaunchNotesError */
      async launchVm({ accountId, draft, password }: RequestInput<'launchVm'>): Promise<void> {
        const account = accountOf(accountId);
        const client = clients().get(accountId);
        if (account === null || client === undefined)
          return refuse('notFound', 'This account is not signed in.', 'Sign in again.');
        if (isLaunching)
          return refuse('busy', 'Another launch is under way.', 'Wait until it has ended.');
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
            ...{ client, clock, folder, account, newId: ports.newId },
            onPhase(phase, answer) {
              if (phase === 'sending') startedAt = clock.now();
              isSent = true;
              const message = answer && checkedLaunch(answer);
              show({ phase, vmId: null, failure: { ...NO_FAILURE, message } });
            },
            onEarlier: (vm) => say(`An interrupted launch has created ${vmName(vm)}.`),
          });
          if (outcome.kind === 'refused')
            store.apply(withWriteProblem(store.core(), accountId, outcome.problem));
          show(endOf(outcome, store.get().preferences));
          if ('vm' in outcome || outcome.kind === 'unknown') void monitor.refresh(accountId);
        } catch (error) {
          if (isSent) show({ phase: 'unknown', vmId: null, failure: DEFECT });
          throw error;
        } finally {
          isLaunching = false;
          await load();
        }
      },
      /** Also where its end is unknown: the user has looked. @throws as `launch` */
      async dismissLaunch(): Promise<void> {
        const { launch } = store.get();
        if (isLaunching || launch === null) return;
        const account = launch.phase === 'unknown' ? accountOf(launch.accountId) : null;
        if (account !== null) await forgetLaunches({ account, clock, folder });
        store.set({ launch: null });
        await load();
      },
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
    accountsChanged: showTemplates,
    /** A command may have been interrupted meanwhile. */
    panelOpened(isOpen: boolean): void {
      if (isOpen) void load();
    },
  } satisfies Part;
}

function endOfEarlier({ found }: EarlierLaunch, { failure }: Launch): LaunchEnd {
  switch (found.kind) {
    case 'vm': {
      const message = 'The VM was created.';
      return { phase: 'launched', vmId: found.vm.id, failure: { ...NO_FAILURE, message } };
    }
    case 'none': {
      const text = { message: 'No VM was created.', action: 'Launch again.' };
      return { phase: 'failed', vmId: null, failure: { ...NO_FAILURE, ...text } };
    }
    case 'unknown': {
      const message = newVms(found.vms);
      return { phase: 'unknown', vmId: found.vms[0]?.id ?? null, failure: { ...failure, message } };
    }
  }
}

function noticeOf({ draft, found }: EarlierLaunch): string {
  switch (found.kind) {
    case 'vm':
      return `An interrupted launch has created ${vmName(found.vm)}.`;
    case 'none':
      return `An interrupted launch created no VM: ${draftText(draft)}.`;
    case 'unknown':
      return `A launch was interrupted: ${draftText(draft)}. ${newVms(found.vms)}`;
  }
}
