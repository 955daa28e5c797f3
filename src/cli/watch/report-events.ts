import type { Notification } from '../../core/app/index.ts';
import type { PollReport } from '../../core/monitor/index.ts';
import { accountProblem, shortName, vmsOf } from '../../shared/domain/index.ts';
import { formatTotalRate } from '../../shared/format/index.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../shared/state/index.ts';
import { statusPhrase } from '../../shared/vms/status-phrase.ts';
import { problemLine } from '../problems.ts';
import { watch as messages } from './messages.ts';
import type { PrintEvent, WatchEvent } from './print-event.ts';

export type Reporter = ReturnType<typeof createReporter>;

/** Prints what changes: VMs, problems of accounts, and what the app would notify of. */
export function createReporter(accounts: () => AppState['accounts'], print: PrintEvent) {
  /** By account id: the kind of its problem, as printed last; null: it was read without one. */
  const problems = new Map<string, string | null>();
  /** By `vmKey`: the changes of the last poll, which notifications repeat. */
  const changes = new Map<string, string>();

  function accountOf(accountId: string): WatchEvent['account'] {
    const account = accounts().find(({ id }) => id === accountId);
    return { id: accountId, label: account?.label ?? accountId };
  }

  function summary({ after }: PollReport): string {
    const listed = vmsOf(after);
    const running = listed.filter(({ phase }) => phase === 'running').length;
    const { perHour = null, isAtLeast = false } = after.spend.value ?? {};
    const rate = perHour === null ? null : formatTotalRate(perHour, isAtLeast);
    return messages.read(listed.length, running, rate);
  }

  return {
    polled(report: PollReport): void {
      const { accountId, events, after } = report;
      const account = accountOf(accountId);
      changes.clear();
      for (const event of events) {
        const phrase = statusPhrase(event);
        if (phrase === null) continue;
        const text = `${shortName(event.vm)} ${phrase.text}`;
        changes.set(vmKey(accountId, event.vm.id), text);
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
    notified({ title, body, destination, subject, isError = false }: Notification): void {
      const vm = destination.kind === 'vm' ? destination : null;
      const change = vm === null ? undefined : changes.get(vmKey(vm.accountId, vm.vmId));
      if (change !== undefined && title.startsWith(change)) return;
      const { accountId, vmId } = vm ?? subject ?? { accountId: null, vmId: null };
      print({
        kind: isError ? 'error' : 'notification',
        account: accountId === null ? null : accountOf(accountId),
        vmId,
        text: body === '' ? title : `${title}. ${body}`,
      });
    },
  };
}
