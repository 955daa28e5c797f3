import type { Problem } from '../../shared/domain/problem.ts';
import {
  exactMoney,
  formatAmount,
  formatBytes,
  formatMoney,
  formatNumber,
  printable,
} from '../../shared/format/index.ts';
import { type ProviderId, serviceName } from '../../shared/providers/providers.ts';
import { billDifferenceText, measuredText } from '../../shared/usage/bill-check.ts';
import {
  costParts,
  type UsageTable,
  usageNoteText,
  usageVmName,
} from '../../shared/usage/usage.ts';
import type { BillCheck } from '../../shared/usage/usage-schemas.ts';
import { fitColumns } from '../columns.ts';
import * as messages from '../messages.ts';
import { painter } from '../output.ts';

export interface ReadUsage {
  readonly id: string;
  /** As in `StatusSource`. */
  readonly name: string;
  readonly label: string;
  readonly provider: ProviderId;
  readonly table: UsageTable;
  /** Why there is none. */
  readonly problem: Problem | null;
  /** The labels of its VMs, by id; empty where they are not shown or cannot be read. */
  readonly labels: ReadonlyMap<string, string | null>;
  /** Null: not compared, or nothing to compare with. */
  readonly check: BillCheck | null;
}

const { columns } = messages.usageReport;

type Key = keyof typeof columns;

const FIGURES = ['gpuHours', 'gpu', 'disk', 'storage', 'traffic', 'network', 'total'] as const;

/** The widest first: usage without a log has no quantities. Each has the name and the total. */
const LAYOUTS: readonly (readonly Key[])[] = [
  ['name', 'model', 'hours', ...FIGURES],
  ['name', 'hours', ...FIGURES],
  ['name', 'model', 'hours', 'gpu', 'storage', 'network', 'total'],
  ['name', 'hours', 'gpu', 'storage', 'network', 'total'],
  ['name', 'hours', 'total'],
];

/** The cells of a column that is left out. */
const EMPTY = [messages.status.none, formatAmount(0)];

const hoursText = (hours: number | null) =>
  hours === null ? messages.status.none : formatNumber(hours, 1);

function cellsOf({ table, labels }: ReadUsage): readonly Readonly<Record<Key, string>>[] {
  return table.rows.map((row) => ({
    name: usageVmName(row, labels.get(row.vmId ?? '') ?? null),
    model: row.gpuModel === null ? messages.status.none : printable(row.gpuModel),
    hours: hoursText(row.hours),
    gpuHours: hoursText(row.gpuHours),
    gpu: formatAmount(row.gpuCost),
    disk: row.storageGb === null ? messages.status.none : `${formatNumber(row.storageGb, 0)} GB`,
    storage: formatAmount(row.storageCost),
    traffic: row.networkBytes === null ? messages.status.none : formatBytes(row.networkBytes),
    network: formatAmount(row.networkCost),
    total: formatAmount(row.cost),
  }));
}

function checkLines({ table, labels, check }: ReadUsage): readonly string[] {
  if (check === null || check.measured === null) return [messages.usageReport.noHistory];
  const { compared, measured, differences } = check;
  const sum = measuredText(measured, exactMoney);
  if (compared === null) return [sum, 'Days are compared with the bill once they are over (UTC).'];
  const range = messages.usageReport.range(compared.from, compared.to);
  if (differences.length === 0) return [sum, messages.usageReport.agree(range)];
  const names = new Map(table.rows.map(({ vmId, defaultName }) => [vmId, defaultName]));
  const lines = differences.map((difference) => {
    const { vmId, date } = difference;
    const vm = { vmId, defaultName: names.get(vmId) ?? null };
    const name = usageVmName(vm, labels.get(vmId) ?? null);
    return `  ${date}  ${name}: ${billDifferenceText(difference, exactMoney)}`;
  });
  return [sum, messages.usageReport.differ(range), ...lines];
}

/** `$42.34, of which VMs $19.30   2.5 h`, without what the report does not have. */
function totalLine({ table }: ReadUsage): string {
  const { totalCost, vmCost, totalHours } = table;
  const cost = `${formatMoney(totalCost)}${costParts(table, formatMoney)}`;
  const hasHours = vmCost === undefined || totalHours !== null;
  return hasHours ? messages.usageReport.total(cost, hoursText(totalHours)) : cost;
}

/** The table for people, one string per line. @param width terminal columns */
export function usageLines(
  accounts: readonly ReadUsage[],
  options: { readonly color: boolean; readonly width: number; readonly check: boolean },
): string[] {
  const paint = painter(options.color);

  function vmLines(account: ReadUsage): string[] {
    const cells = cellsOf(account);
    if (cells.length === 0) return account.table.totalCost ? [] : [messages.usageReport.none];
    const isShown = (key: Key) => key === 'total' || cells.some((row) => !EMPTY.includes(row[key]));
    const layouts = LAYOUTS.map((keys) => keys.filter(isShown));
    const fitted = { columns, layouts, cut: 'name' } as const;
    const [head = '', ...lines] = fitColumns(fitted, cells, options.width - 2);
    return [paint('dim', head), ...lines];
  }

  return accounts.flatMap((account, index) => {
    const { name, table, problem } = account;
    const below =
      problem === null
        ? [
            totalLine(account),
            ...vmLines(account),
            ...table.notes.map((note) =>
              paint('yellow', usageNoteText(note, exactMoney, serviceName([account]))),
            ),
            ...(options.check ? checkLines(account) : []),
          ]
        : [messages.usageReport.unknown];
    return [
      ...(index > 0 ? [''] : []),
      `${paint('bold', name)}  ${messages.usageReport.range(table.range.from, table.range.to)}`,
      ...below.map((line) => `  ${line}`),
    ];
  });
}
