import { accountNames } from '../../../shared/accounts/index.ts';
import { formatMoney, formatNumber } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';
import { go, useApp } from '../../store.ts';
import { AccountMark, useMoneyText } from '../../ui/index.ts';
import { GROUP_LABELS } from './messages.ts';

export type View = RequestOutput<'readUsage'>['views'][UsageGroup];
interface RowNameProps extends Pick<View['rows'][number], 'name' | 'vmId' | 'listedBy'> {
  readonly look?: string;
}

export function RowName({ name, vmId, listedBy, look = '' }: RowNameProps) {
  const shape = `max-w-full font-medium ${look}`;
  if (vmId === null || listedBy === null) return <bdi className={shape}>{name}</bdi>;
  return (
    <button
      className={`underline-offset-2 hover:underline ${shape}`}
      dir="auto"
      onClick={() => go({ kind: 'vm', accountId: listedBy, vmId })}
      type="button"
    >
      {name}
    </button>
  );
}

const COLUMNS = {
  hours: 'Hours',
  gpuCost: 'GPU',
  storageCost: 'Disk',
  networkCost: 'Net',
  cost: 'Total',
} as const;
type Figure = keyof typeof COLUMNS;
const FIGURES = Object.keys(COLUMNS) as Figure[];

/** A narrow panel has no room for the parts of a cost. */
const columnOf = (figure: Figure) =>
  figure === 'hours' || figure === 'cost' ? '' : 'max-[359px]:hidden';

const formatHours = (hours: number | null) => (hours === null ? '—' : formatNumber(hours, 1));

export interface UsageTableProps {
  readonly by: UsageGroup;
  readonly view: View;
}

/** Without the parts that cost nothing or are unknown everywhere: two providers have different ones. */
export function UsageTable({ by, view: { rows, rowCount } }: UsageTableProps) {
  // Without the sign, which all amounts have in common.
  const money = useMoneyText((amount) => formatMoney(amount).replace('$', ''));
  const accounts = useApp((app) => app.accounts);
  const names = accountNames(accounts);
  const hasMarks = by !== 'gpu' && accounts.length > 1;
  const figures = FIGURES.filter(
    (figure) => figure === 'cost' || rows.some((row) => Math.abs(row[figure] ?? 0) >= 0.005),
  );
  return (
    <>
      <table className="w-full text-small">
        <caption className="sr-only">Costs by {GROUP_LABELS[by]}</caption>
        <thead className="text-quiet">
          <tr>
            <th className="py-1 text-left font-normal first-letter:uppercase" scope="col">
              {GROUP_LABELS[by]}
            </th>
            {figures.map((figure) => (
              <th
                className={`py-1 pl-2 text-right font-normal ${columnOf(figure)}`}
                key={figure}
                scope="col"
              >
                {COLUMNS[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.accountId} ${row.vmId}`}>
              <th
                className="w-full max-w-0 py-1 text-left font-medium"
                scope="row"
                title={row.name}
              >
                <span className="flex items-center gap-2">
                  {hasMarks && <AccountMark name={names.get(row.accountId)} />}
                  <RowName {...row} look="one-line min-w-0" />
                </span>
              </th>
              {figures.map((figure) => (
                <td
                  className={`whitespace-nowrap py-1 pl-2 text-right ${columnOf(figure)} ${figure === 'cost' ? 'font-medium' : ''}`}
                  key={figure}
                >
                  {figure === 'hours' ? formatHours(row.hours) : money(row[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < rowCount && (
        <p className="text-quiet text-small">
          Showing the {rows.length} most expensive of {formatNumber(rowCount, 0)}. The CSV has all.
        </p>
      )}
    </>
  );
}
