import { isDeepStrictEqual } from 'node:util';
import { vmName } from '../../../shared/domain/vm.ts';
import { draftText } from '../../../shared/domain/vm-order.ts';
import {
  type Launch,
  type LaunchFailure,
  NOT_LISTED,
  newVms,
} from '../../../shared/launch/launch.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../../shared/state/index.ts';
import {
  accountKey,
  type EarlierLaunch,
  endLaunches,
  readLaunches,
  type WebVm,
} from '../../launch/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { ApplicationPorts, PartPorts } from '../kernel/ports.ts';
import { withNotice } from '../kernel/state-store.ts';

export type EarlierLaunchesPorts = Pick<PartPorts, 'store' | 'clock' | 'log'> &
  Pick<ApplicationPorts, 'folder'>;

export const NO_FAILURE: LaunchFailure = { errors: {}, message: null, action: null };

export type LaunchEnd = Pick<Launch, 'phase' | 'vmId' | 'failure'>;

function endOfEarlier({ found }: EarlierLaunch, { failure }: Launch): LaunchEnd {
  switch (found.kind) {
    case 'vm': {
      const message = 'The VM was created.';
      return { phase: 'launched', vmId: found.vm.id, failure: { ...NO_FAILURE, message } };
    }
    case 'none':
      return { phase: 'failed', vmId: null, failure: { ...NO_FAILURE, ...NOT_LISTED } };
    case 'unknown': {
      const message = newVms(found.vms);
      return { phase: 'unknown', vmId: found.vms[0]?.id ?? null, failure: { ...failure, message } };
    }
  }
}

function noticeOf({ draft, found }: EarlierLaunch): string {
  switch (found.kind) {
    case 'vm':
      return `An interrupted launch created ${vmName(found.vm)}.`;
    case 'none':
      return `An earlier launch isn’t in the list: ${draftText(draft)}. ${NOT_LISTED.action}`;
    case 'unknown':
      return `A launch was interrupted: ${draftText(draft)}. ${newVms(found.vms)}`;
  }
}

/** Resolves launches that an end of this app or of a command interrupted, and knows the templates of VMs. */
export function createEarlierLaunches(
  { store, folder, clock, log }: EarlierLaunchesPorts,
  isLaunching: () => boolean,
) {
  /** The `accountKey`s of launches of this app's earlier runs or of commands, which may be under way. */
  let interrupted: readonly string[] = [];
  let webVms: readonly WebVm[] = [];
  /** The ids of launches of which a notice said that they may have created a VM. */
  const noticed = new Set<string>();
  let isEnding = false;

  async function load(): Promise<void> {
    if (isLaunching()) return;
    const read = await readLaunches(folder).catch((error: unknown) => {
      log.warn('launch.notes', describeInternalError(error));
      return { accounts: [], webVms: [] };
    });
    ({ accounts: interrupted, webVms } = read);
    showTemplates();
  }

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

  async function end({ accountId, after }: PollReport): Promise<void> {
    const account = findAccount(store.get(), accountId) ?? null;
    const { value, problem } = after.vms;
    if (isLaunching() || account === null || value === null || problem !== null) return;
    if (!interrupted.includes(accountKey(account))) return;
    const list = { ...value, items: value.vms };
    for (const earlier of await endLaunches(list, { account, clock, folder })) {
      const { launch } = store.get();
      const isShown =
        launch?.accountId === accountId && isDeepStrictEqual(launch.draft, earlier.draft);
      const isUnknown = launch?.phase === 'unknown' && isShown;
      if (isUnknown) store.set({ launch: { ...launch, ...endOfEarlier(earlier, launch) } });
      if (earlier.found.kind === 'unknown' && (isUnknown || noticed.has(earlier.id))) continue;
      noticed.add(earlier.id);
      store.apply(withNotice(store.core(), 'launch', noticeOf(earlier)));
    }
    await load();
  }

  return {
    load,
    showTemplates,
    polled(report: PollReport): void {
      if (isEnding) return;
      isEnding = true;
      end(report)
        // Another program may be launching.
        .catch((error: unknown) => log.info('launch.unresolved', describeInternalError(error)))
        .finally(() => {
          isEnding = false;
        });
    },
  };
}
