import { formatBytes, formatMoney, formatNumber } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { HIDDEN_AMOUNT } from '../../ui/money-text.ts';
import { firstRowsLabel, hoursText, messages } from './messages.ts';

type Report = RequestOutput<'readUsage'>;
type Row = Report['rows'][number];

const { columns } = messages;

interface VmNameProps extends Pick<Row, 'name' | 'vmId' | 'listedBy'> {
  /** Classes. */
  readonly look?: string;
}

/** Leads to the VM while it is listed. */
export function VmName({ name, vmId, listedBy, look = '' }: VmNameProps) {
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

/** The figures after the name, in order. */
const FIGURES = [
  ['hours', columns.hours],
  ['gpuCost', columns.gpu],
  ['storageCost', columns.storage],
  ['networkCost', columns.network],
  ['cost', columns.total],
] as const;

type Figure = (typeof FIGURES)[number][0];

/** Amounts without the sign, which all have in common. */
function useFigureText(): (row: Row, figure: Figure) => string {
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  return (row, figure) => {
    if (figure === 'hours') return hoursText(row.hours);
    const amount = row[figure];
    return isHidden && amount !== null ? HIDDEN_AMOUNT : formatMoney(amount).replace('$', '');
  };
}

type Quantity = Exclude<Figure, 'hours' | 'cost'>;

/** The used quantity of each part; null: unknown. */
const quantities: Readonly<Record<Quantity, (row: Row) => string | null>> = {
  gpuCost: ({ gpuHours }) => (gpuHours === null ? null : `${hoursText(gpuHours)} h`),
  storageCost: ({ storageGb }) => (storageGb === null ? null : `${formatNumber(storageGb, 0)} GB`),
  networkCost: ({ networkBytes }) => (networkBytes === null ? null : formatBytes(networkBytes)),
};

const isQuantity = (figure: Figure): figure is Quantity => Object.hasOwn(quantities, figure);
const columnOf = (figure: Figure) => (isQuantity(figure) ? 'max-[359px]:hidden' : '');

/** Without the parts that cost nothing or are told of no VM: two providers tell different ones. */
function figuresOf(rows: readonly Row[]) {
  const isShown = (figure: Figure) =>
    figure === 'cost' ||
    rows.some(({ [figure]: amount }) => amount !== null && Math.abs(amount) >= 0.005);
  return FIGURES.filter(([figure]) => isShown(figure));
}

interface PartsProps {
  readonly row: Row;
  readonly figures: ReturnType<typeof figuresOf>;
}

/** The quantities, and in a narrow panel the costs, which then have no columns. */
function Parts({ row, figures }: PartsProps) {
  const textOf = useFigureText();
  const parts = figures.flatMap(([figure, title]) =>
    isQuantity(figure) ? [[figure, title, quantities[figure](row)] as const] : [],
  );
  return (
    <span className="flex flex-wrap gap-x-3 whitespace-nowrap font-normal text-quiet min-[360px]:flex-nowrap">
      {parts.map(([figure, title, quantity]) => (
        <span className={quantity === null ? 'min-[360px]:hidden' : ''} key={figure}>
          {title}{' '}
          <span className="min-[360px]:hidden">
            {textOf(row, figure)}
            {quantity !== null && ' · '}
          </span>
          {quantity}
        </span>
      ))}
    </span>
  );
}

export function VmTable({ rows, rowCount }: Pick<Report, 'rows' | 'rowCount'>) {
  const textOf = useFigureText();
  const figures = figuresOf(rows);
  return (
    <>
      <table className="mb-5 w-full text-small">
        <caption className="sr-only">{messages.table}</caption>
        <thead className="text-quiet">
          <tr>
            <th className="py-1 text-left font-normal" scope="col">
              {columns.name}
            </th>
            {figures.map(([figure, title]) => (
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
            <tr className="align-top" key={`${row.accountId} ${row.vmId}`}>
              <th className="w-full max-w-0 py-1 text-left font-medium" scope="row">
                <span title={row.gpuModel === null ? row.name : `${row.name}, ${row.gpuModel}`}>
                  <VmName {...row} look="one-line block" />
                </span>
                <Parts figures={figures} row={row} />
              </th>
              {figures.map(([figure]) => (
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
