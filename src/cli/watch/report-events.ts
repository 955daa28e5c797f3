import type { AppEvent, Notification } from '../../core/app/index.ts';
import type { PollReport } from '../../core/monitor/index.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { accountProblem, confirmedVms } from '../../shared/domain/account-state.ts';
import { shortName } from '../../shared/domain/vm.ts';
import { formatRate } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { changeOf, changeText } from '../../shared/vms/vm-change.ts';
import { problemLine } from '../problems.ts';
import { watch as messages } from './messages.ts';
import type { PrintEvent, WatchEvent } from './print-event.ts';

export type Reporter = ReturnType<typeof createReporter>;

/** The account and the VM of an alert alone. */
function subjectOf([event, ...others]: readonly AppEvent[]) {
  const isAlert = event?.kind === 'alertOpened' || event?.kind === 'alertClosed';
  if (!isAlert || others.length > 0) return { accountId: null, vmId: null };
  return { accountId: event.accountId ?? null, vmId: event.alert?.subject.vmId ?? null };
}

/** Prints what changes: VMs, problems of accounts, and what the app would notify of. */
export function createReporter(accounts: () => AppState['accounts'], print: PrintEvent) {
  /** By account id: the kind of its problem, as printed last; null: the account was read without a problem. */
  const problems = new Map<string, string | null>();

  function accountOf(accountId: string): WatchEvent['account'] {
    const all = accounts();
    const { label = accountId, provider = null } = all.find(({ id }) => id === accountId) ?? {};
    return { id: accountId, name: accountName(all, accountId), label, provider };
  }

  function summary({ after }: PollReport): string {
    const listed = confirmedVms(after);
    const running = listed.filter(({ phase }) => phase === 'running').length;
    const { perHour = null, isAtLeast = false } = after.spend.value ?? {};
    const rate = perHour === null ? null : formatRate(perHour, isAtLeast);
    return messages.read(listed.length, running, rate);
  }

  return {
    polled(report: PollReport): void {
      const { accountId, events, after } = report;
      const account = accountOf(accountId);
      for (const event of events) {
        const change = changeOf(event);
        if (change === null) continue;
        const text = `${shortName(event.vm)} ${changeText(change, event.vm.status)}`;
        print({ kind: 'vm', account, vmId: event.vm.id, text });
      }
      const problem = accountProblem(after);
      const kind = problem?.kind ?? null;
      if (kind === problems.get(accountId)) return;
      problems.set(accountId, kind);
      const text = problem && problemLine(problem, { at: 'list', retries: true });
      if (text === null) print({ kind: 'reading', account, vmId: null, text: summary(report) });
      else print({ kind: 'problem', account, vmId: null, text });
    },
    notified({ title, body, destination, events = [], isError = false }: Notification): void {
      // Printed with their poll.
      if (events.length > 0 && events.every(({ kind }) => kind === 'vm')) return;
      const about = destination.kind === 'vm' ? destination : subjectOf(events);
      const { accountId, vmId } = about;
      print({
        kind: isError ? 'error' : 'notification',
        account: accountId === null ? null : accountOf(accountId),
        vmId,
        text: body === '' ? title : `${title}. ${body}`,
      });
    },
  };
}
