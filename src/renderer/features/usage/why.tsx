import { Children, type ReactNode } from 'react';
import { ownerName } from '../../../shared/accounts/index.ts';
import { exactMoney } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { billDifferenceText } from '../../../shared/usage/bill-check.ts';
import type { RangePreset } from '../../../shared/usage/day-range.ts';
import { floorReasons } from '../../../shared/usage/outlook.ts';
import { usageNoteText } from '../../../shared/usage/usage.ts';
import { go, useApp } from '../../store.ts';
import { Button, useMinute, useMoneyText } from '../../ui/index.ts';
import { dayLabel } from './messages.ts';
import { RowName } from './table.tsx';

export type Report = RequestOutput<'readUsage'>;

interface ProblemsProps {
  /** `accountId`: null: the request itself was refused. */
  readonly problems: readonly (Omit<Report['problems'][number], 'accountId'> & {
    readonly accountId: string | null;
  })[];
  readonly onRetry: () => void;
}

export function Problems({ problems, onRetry }: ProblemsProps) {
  const accounts = useApp((app) => app.accounts);
  return problems.map(({ accountId, kind, message, action }) => {
    const signIn = kind === 'forbidden' ? 'Use another key' : 'Sign in again';
    const name = accountId === null ? null : ownerName(accounts, accountId);
    const step =
      accountId !== null && ['unauthorized', 'forbidden', 'noCredential'].includes(kind)
        ? { label: signIn, onClick: () => go({ kind: 'signIn', accountId }) }
        : { label: 'Try again', onClick: onRetry };
    return (
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1" key={accountId}>
        <p className="min-w-0 flex-1 basis-28 break-words select-text">
          {name !== null && <bdi className="font-medium">{name}: </bdi>}
          {message} {action}
        </p>
        {kind !== 'noUsage' && <Button {...step} tone="link" />}
      </div>
    );
  });
}

/** The chart and the table stand below. */
const MAX_DIFFERENCES = 20;

export interface WhyProps extends Omit<ProblemsProps, 'problems'> {
  readonly report: Report;
  readonly isAtLeast: boolean;
  /** Null: a typed range. */
  readonly preset: RangePreset | null;
}

/** All doubts about the figures, folded: at most one group of each kind. */
export function Why({ report, isAtLeast, preset, onRetry }: WhyProps) {
  const { notes, differences, problems } = report;
  const now = useMinute();
  const money = useMoneyText(exactMoney);
  const app = useApp((all) => all);
  const service = serviceName(app.accounts);
  const floors = preset === 'today' || preset === 'month' ? floorReasons(app, preset, now) : [];
  const notesOf = (kind: Report['notes'][number]['kind']) =>
    notes.flatMap((note) => (note.kind === kind ? usageNoteText(note, money, service) : []));
  const groups: readonly (readonly [string, readonly ReactNode[]])[] = [
    ['Other period', notesOf('otherPeriod')],
    [
      'Doesn’t add up',
      [
        ...notesOf('differs'),
        ...differences.slice(0, MAX_DIFFERENCES).map((difference) => (
          <>
            <span className="text-quiet">{dayLabel(difference.date)}</span>{' '}
            <RowName {...difference} />: {billDifferenceText(difference, money)}
          </>
        )),
        ...(differences.length > MAX_DIFFERENCES
          ? [`The ${MAX_DIFFERENCES} largest. All: gpu-tray usage --check`]
          : []),
      ],
    ],
    [
      'Not all read',
      [
        ...floors,
        ...notesOf('unread'),
        ...(problems.length > 0 ? [<Problems key="" onRetry={onRetry} problems={problems} />] : []),
      ],
    ],
    ['Dates missing', notesOf('undated')],
  ];
  const shown = groups.filter(([, items]) => items.length > 0);
  if (shown.length === 0) return null;
  return (
    <details className="text-small">
      <summary className="min-h-7 w-fit rounded-md py-1 text-quiet hover:text-ink">
        {isAtLeast ? '≥ Why?' : 'Notes'}
      </summary>
      {shown.map(([title, items]) => (
        <section className="pb-2" key={title}>
          <h2 className="text-quiet text-tiny">{title}</h2>
          {Children.map(items, (item) => (
            <div className="break-words py-0.5 select-text">{item}</div>
          ))}
        </section>
      ))}
    </details>
  );
}
