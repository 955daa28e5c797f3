import { useState } from 'react';
import { accountNames } from '../../../shared/accounts/index.ts';
import { exactMoney, printable } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { shownCost } from '../../../shared/usage/app-totals.ts';
import { isSameRange, presetRange, type RangePreset } from '../../../shared/usage/day-range.ts';
import { costParts, usageNoteText } from '../../../shared/usage/usage.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  Icon,
  Loading,
  RefusalText,
  ScreenFrame,
  Select,
  useAnswer,
  useMinute,
  useRequest,
} from '../../ui/index.ts';
import { BillCheck } from './bill-check.tsx';
import { UsageChart, useMoneyText } from './chart.tsx';
import { EventSection } from './event-section.tsx';
import { hoursText, messages, rangeLabel, recorded } from './messages.ts';
import { useOutlook } from './outlook.tsx';
import { type Period, PeriodPicker, periodOf } from './period.tsx';
import { VmTable } from './vm-table.tsx';

type Report = RequestOutput<'readUsage'>;
type Input = RequestInput<'readUsage'>;

interface ProblemProps {
  /** Null: the request itself was refused. */
  readonly accountId: string | null;
  readonly kind: string;
  readonly message: string;
  readonly action: string;
  readonly onRetry: () => void;
}

function Problem({ accountId, kind, message, action, onRetry }: ProblemProps) {
  const accounts = useApp((app) => app.accounts);
  const account = findAccount({ accounts }, accountId);
  const isCredential = ['unauthorized', 'forbidden', 'noCredential'].includes(kind);
  const signIn = kind === 'forbidden' ? messages.otherKey : messages.signIn;
  const isOver = kind === 'noUsage';
  const step =
    isCredential && accountId !== null
      ? { label: signIn, onClick: () => go({ kind: 'signIn', accountId }) }
      : { label: messages.tryAgain, onClick: onRetry };
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-1 py-1.5">
      <span className="mt-0.5 text-amber">
        <Icon name="warning" />
      </span>
      <p className="min-w-0 flex-1 basis-28 break-words select-text">
        {account !== undefined && accounts.length > 1 && (
          <>
            <bdi className="font-medium">{printable(account.label)}</bdi>:{' '}
          </>
        )}
        {message} {action}
      </p>
      {!isOver && <Button {...step} tone="link" />}
    </li>
  );
}

function Export({ input }: { readonly input: Input }) {
  const { isBusy, refusal, ask } = useRequest();
  const [isSaved, setIsSaved] = useState(false);
  const save = async () => {
    setIsSaved(false);
    const answer = await ask(bridge.exportUsage(input));
    setIsSaved(answer.ok && answer.value.isSaved);
  };
  return (
    <>
      <span className="ml-auto text-quiet text-small" role="status">
        {isSaved && messages.saved}
      </span>
      <Button
        busyLabel={messages.exporting}
        isBusy={isBusy}
        label={messages.exportCsv}
        onClick={save}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

/** Disagreements between the figures. @param service that sent them */
function Notes({ notes, service }: Pick<Report, 'notes'> & { readonly service: string }) {
  const money = useMoneyText(exactMoney);
  return (
    <ul className="grid gap-1 py-2 text-small empty:hidden">
      {notes.map((note) => (
        <li className="flex items-start gap-2" key={note.kind}>
          <span className="text-amber">
            <Icon name="warning" />
          </span>
          <span className="select-text">{usageNoteText(note, money, service)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The cost of all accounts today or this month, as in the header; null: another period, or unknown. */
function useSoFar({ accountId, range }: Input) {
  const now = useMinute();
  const costs = useApp((app) => app.costs);
  const isPeriod = (preset: RangePreset) => isSameRange(range, presetRange(preset, now));
  const isMonth = isPeriod('month');
  if (accountId !== null || !(isMonth || isPeriod('today'))) return null;
  const { amount, isAtLeast } = shownCost({ costs }, isMonth ? 'month' : 'today', now);
  return amount === null ? null : { amount, isAtLeast };
}

function Total({ report, input }: { readonly report: Report; readonly input: Input }) {
  const { totalCost, vmCost, totalHours, problems } = report;
  const money = useMoneyText();
  const soFar = useSoFar(input);
  // A sum without one of the accounts would look complete.
  const isPartial = problems.length > 0 && totalCost !== null;
  const { amount, isAtLeast } = soFar ?? { amount: totalCost, isAtLeast: isPartial };
  const accounts = useApp((app) => app.accounts);
  const names = accountNames(accounts);
  const missing = problems.map(({ accountId }) => names.get(accountId ?? '')?.name ?? '—');
  const least = problems.length > 0 ? messages.partly(missing.join(', ')) : messages.late;
  const why = isAtLeast ? least : amount === null ? messages.noTotal : undefined;
  return (
    <p>
      <span className="font-semibold text-title" title={why}>
        {money(amount, isAtLeast)}
        <span className="sr-only"> {why}</span>
      </span>{' '}
      <span className="text-quiet">
        {soFar === null ? messages.billed : messages.soFar}
        {costParts(report, money)}
        {(totalHours !== null || vmCost === undefined) && ` · ${hoursText(totalHours)} h`}
      </span>
    </p>
  );
}

function Figures({ report, input }: { readonly report: Report; readonly input: Input }) {
  const { bars, rows } = report;
  const service = useApp(({ accounts }) =>
    serviceName(accounts.filter(({ id }) => input.accountId === null || id === input.accountId)),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
        <Total input={input} report={report} />
        <Export input={input} />
      </div>
      {bars.length > 1 && <UsageChart {...report} />}
      {bars.length === 0 && <p className="pb-2 text-quiet">{messages.noLog(service)}</p>}
      {rows.length > 0 && <VmTable rowCount={report.rowCount} rows={rows} />}
      <Notes notes={report.notes} service={service} />
    </>
  );
}

interface ReportProps {
  readonly input: Input;
  readonly onRetry: () => void;
  /** The period offered if this one is empty. */
  readonly other: RangePreset;
  readonly onOther: (preset: RangePreset) => void;
}

function UsageReport({ input, onRetry, other, onOther }: ReportProps) {
  const answer = useAnswer('', () => bridge.readUsage(input));
  const soFar = useSoFar(input);
  if (answer === null)
    return (
      <Loading title={messages.loading}>
        {/* About as high as the report of a month. */}
        <div className="skeleton" style={{ height: 280 }} />
      </Loading>
    );
  // A total without VMs is of other costs.
  const hasFigures = answer.ok && (answer.value.rows.length > 0 || Boolean(answer.value.totalCost));
  const problems = answer.ok ? answer.value.problems : [{ accountId: null, ...answer.refusal }];
  return (
    <>
      {answer.ok && (
        <p className="pt-2 text-quiet text-small">
          {rangeLabel(answer.value.range ?? input.range)}
        </p>
      )}
      {problems.length > 0 && (
        <ul className="py-1">
          {problems.map((problem) => (
            <Problem key={problem.accountId} onRetry={onRetry} {...problem} />
          ))}
        </ul>
      )}
      {hasFigures && <Figures input={input} report={answer.value} />}
      {answer.ok && !hasFigures && soFar !== null && <Total input={input} report={answer.value} />}
      {answer.ok && !hasFigures && problems.length === 0 && (
        <div className="grid justify-items-start gap-2 py-3">
          <p className="text-quiet">{messages.empty}</p>
          <Button label={messages.showPreset(other)} onClick={() => onOther(other)} />
        </div>
      )}
      {answer.ok && answer.value.check !== null && <BillCheck check={answer.value.check} />}
      {answer.ok && <EventSection {...recorded} events={answer.value.events} />}
    </>
  );
}

export function Usage({ preset }: { readonly preset: RangePreset }) {
  const accounts = useApp((app) => app.accounts);
  const [period, setPeriod] = useState(() => periodOf(preset));
  const [chosen, choose] = useState('');
  const [attempt, setAttempt] = useState(0);
  const account = findAccount({ accounts }, chosen);
  const input: Input = { accountId: account?.id ?? null, range: period.range };
  const retry = () => setAttempt((count) => count + 1);
  const show = (next: Period) => {
    setPeriod(next);
    if (next.range !== period.range) retry();
  };
  return (
    <ScreenFrame title={messages.title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PeriodPicker onChange={show} period={period} />
        {accounts.length > 1 && (
          <Select
            aria-label={messages.account}
            onChange={choose}
            options={[
              { value: '', label: messages.allAccounts },
              ...accounts.map(({ id, label }) => ({ value: id, label: printable(label) })),
            ]}
            value={account?.id ?? ''}
          />
        )}
      </div>
      <p className="pt-2 text-quiet text-small empty:hidden">{useOutlook()}</p>
      <UsageReport
        input={input}
        key={`${attempt} ${input.accountId}`}
        onOther={(next) => show(periodOf(next))}
        onRetry={retry}
        other={period.preset === 'lastMonth' ? 'month' : 'lastMonth'}
      />
    </ScreenFrame>
  );
}
