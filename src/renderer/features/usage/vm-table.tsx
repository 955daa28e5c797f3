import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { useApp } from '../../store.ts';
import { HIDDEN_AMOUNT, moneyText } from '../../ui/money-text.ts';
import { firstRowsLabel, hoursText, messages } from './messages.ts';

type Report = RequestOutput<'readUsage'>;
type Row = Report['rows'][number];

const { columns } = messages;

/** The figures after the name, in order. */
const FIGURES = [
  ['hours', columns.hours],
  ['gpuCost', columns.gpu],
  ['storageCost', columns.storage],
  ['networkCost', columns.network],
  ['cost', columns.total],
] as const;

type Figure = (typeof FIGURES)[number][0];

/** Without a currency sign: every amount of the table has the same. */
function useFigureText(): (row: Row, figure: Figure) => string {
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  return (row, figure) => {
    if (figure === 'hours') return hoursText(row.hours);
    const amount = row[figure];
    return isHidden && amount !== null ? HIDDEN_AMOUNT : moneyText(amount, '');
  };
}

/** Without room for a column of their own, these are below the name. */
const PARTS: readonly Figure[] = ['gpuCost', 'storageCost', 'networkCost'];
const columnOf = (figure: Figure) => (PARTS.includes(figure) ? 'max-[359px]:hidden' : '');

/** A row per VM. */
export function VmTable({ rows, rowCount }: Pick<Report, 'rows' | 'rowCount'>) {
  const textOf = useFigureText();
  return (
    <>
      <table className="w-full border-line border-t text-small">
        <caption className="sr-only">{messages.table}</caption>
        <thead className="text-quiet">
          <tr>
            <th className="py-1 text-left font-normal" scope="col">
              {columns.name}
            </th>
            {FIGURES.map(([figure, title]) => (
              <th
                className={`py-1 pl-2 text-right font-normal ${columnOf(figure)}`}
                key={figure}
                scope="col"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr className="border-line border-t" key={`${row.accountId} ${row.vmId}`}>
              <th className="w-full max-w-0 py-1 text-left font-medium" scope="row">
                <span
                  className="one-line block"
                  dir="auto"
                  title={row.gpuModel === null ? row.name : `${row.name}, ${row.gpuModel}`}
                >
                  {row.name}
                </span>
                <span className="font-normal text-quiet min-[360px]:hidden">
                  {FIGURES.flatMap(([figure, title]) =>
                    PARTS.includes(figure) ? `${title} ${textOf(row, figure)} ` : [],
                  )}
                </span>
              </th>
              {FIGURES.map(([figure]) => (
                <td
                  className={`whitespace-nowrap py-1 pl-2 text-right ${columnOf(figure)} ${figure === 'cost' ? 'font-medium' : ''}`}
                  key={figure}
                >
                  {textOf(row, figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < rowCount && (
        <p className="py-2 text-quiet text-small">{firstRowsLabel(rows.length, rowCount)}</p>
      )}
    </>
  );
}
