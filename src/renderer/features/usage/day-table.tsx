import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { useApp } from '../../store.ts';
import { HIDDEN_AMOUNT, moneyText } from '../../ui/money-text.ts';
import { partName } from './chart.tsx';
import { dayLabel, messages } from './messages.ts';

type Report = RequestOutput<'readUsage'>;

/** The figures of the chart, a row per day. */
export function DayTable({ bars, rows, rowCount }: Pick<Report, 'bars' | 'rows' | 'rowCount'>) {
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  const text = (amount: number | null) =>
    isHidden && amount !== null ? HIDDEN_AMOUNT : moneyText(amount, '');
  return (
    <details className="py-1 text-small">
      <summary className="min-h-7 rounded-md py-1 text-quiet hover:text-ink">
        {messages.byDay}
      </summary>
      <table className="w-full">
        <caption className="sr-only">{messages.byDay}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{messages.columns.day}</th>
            <th scope="col">{messages.columns.name}</th>
            <th scope="col">{messages.columns.total}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ date, cost, parts }) => (
            <tr className="border-line border-t align-top" key={date}>
              <th className="whitespace-nowrap py-1 text-left font-normal" scope="row">
                {dayLabel(date)}
              </th>
              <td className="break-words px-2 py-1 text-quiet">
                {parts.map((amount, index) => {
                  const { key, name } = partName({ rows, rowCount }, index, parts.length);
                  return amount === 0 ? null : (
                    <span className="mr-2 inline-block" key={key}>
                      <bdi>{name}</bdi> {text(amount)}
                    </span>
                  );
                })}
              </td>
              <td className="whitespace-nowrap py-1 text-right font-medium">{text(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
