import type { AppEvent, Notification } from '../../core/app/index.ts';
import type { PollReport } from '../../core/monitor/index.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { accountProblem, confirmedVms } from '../../shared/domain/account-state.ts';
import { shortName } from '../../shared/domain/vm.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { shownRate } from '../../shared/usage/figures.ts';
import { changeOf, changeText } from '../../shared/vms/vm-change.ts';
import { isoTime, type Terminal, terminalJson } from '../output.ts';
import { problemLine } from '../problems.ts';
import { watch as messages } from './messages.ts';

type EventKind =
  | 'start'
  | 'acting'
  | 'reading'
  | 'vm'
  | 'notification'
  | 'problem'
  | 'error'
  | 'end';

/** Null: of none, or of all. */
interface Subject {
  readonly accountId: string | null;
  readonly vmId: string | null;
}

const NOTHING: Subject = { accountId: null, vmId: null };

export type Reporter = ReturnType<typeof createReporter>;

/** The account and the VM of an alert alone. */
function subjectOf([event, ...others]: readonly AppEvent[]): Subject {
  const isAlert = event?.kind === 'alertOpened' || event?.kind === 'alertClosed';
  if (!isAlert || others.length > 0) return NOTHING;
  return { accountId: event.accountId ?? null, vmId: event.alert?.subject.vmId ?? null };
}

/** Prints what changes, an event on a line: VMs, problems of accounts, and what the app would notify of. Errors are on standard error. */
export function createReporter(
  terminal: Pick<Terminal, 'out' | 'error'>,
  json: boolean,
  now: () => number,
  accounts: () => AppState['accounts'],
) {
  /** By account id: the kind of its problem, as printed last; null: the account was read without a problem. */
  const problems = new Map<string, string | null>();

  function accountOf(accountId: string) {
    const all = accounts();
    const { label = accountId, provider = null } = all.find(({ id }) => id === accountId) ?? {};
    return { id: accountId, name: accountName(all, accountId), label, provider };
  }

  /** @param text one line */
  function say(kind: EventKind, text: string, { accountId, vmId }: Subject = NOTHING): void {
    const at = isoTime(now());
    const account = accountId === null ? null : accountOf(accountId);
    const line = json
      ? terminalJson({ at, kind, account, vmId, text })
      : `${at} ${account === null ? '' : `${account.name}: `}${printable(text)}`;
    (kind === 'error' ? terminal.error : terminal.out)(`${line}\n`);
  }

  function summary({ after }: PollReport): string {
    const listed = confirmedVms(after);
    const running = listed.filter(({ phase }) => phase === 'running').length;
    const perHour = shownRate(after.spend.value);
    const rate = perHour === null ? null : formatRate(perHour, after.spend.value?.isAtLeast);
    return messages.read(listed.length, running, rate);
  }

  return {
    say,
    polled(report: PollReport): void {
      const { accountId, events, after } = report;
      for (const event of events) {
        const change = changeOf(event);
        if (change === null) continue;
        const text = `${shortName(event.vm)} ${changeText(change, event.vm.status)}`;
        say('vm', text, { accountId, vmId: event.vm.id });
      }
      const problem = accountProblem(after);
      const kind = problem?.kind ?? null;
      if (kind === problems.get(accountId)) return;
      problems.set(accountId, kind);
      const text = problem && problemLine(problem, { at: 'list', retries: true });
      if (text === null) say('reading', summary(report), { accountId, vmId: null });
      else say('problem', text, { accountId, vmId: null });
    },
    notified({ title, body, destination, events = [], isError = false }: Notification): void {
      // Printed with their poll.
      if (events.length > 0 && events.every(({ kind }) => kind === 'vm')) return;
      const text = body === '' ? title : `${title}. ${body}`;
      const about = destination.kind === 'vm' ? destination : subjectOf(events);
      say(isError ? 'error' : 'notification', text, about);
    },
  };
}
