import { vmNumber } from '../../shared/domain/vm.ts';
import { printable } from '../../shared/format/index.ts';
import type { DayRange } from '../../shared/usage/day-range.ts';
import type { UsageTable } from '../../shared/usage/usage.ts';
import type { UsageRow } from '../../shared/usage/usage-schemas.ts';

type Cell = string | number | null;

/** The start of a formula or a command. A spreadsheet may also split cells at a semicolon or a tab. */
const FORMULA_START = /(?<=(?:^|[,;\t\r\n|])["'\s]*)(?=[=+\-@\t\r\n＝＋－＠])/g;

function textCell(text: string): string {
  const inert = text.replace(FORMULA_START, "'");
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** CSV (RFC 4180) that spreadsheets show as text: a cell that they could run begins with an apostrophe. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  const cellOf = (cell: Cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''));
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

const TITLES = [
  ...['account', 'from', 'to', 'vm_id', 'vmid', 'name', 'gpu_model', 'hours'],
  ...['gpu_cost', 'storage_cost', 'network_cost', 'cost', 'gpu_hours', 'storage_gb'],
  ...['network_bytes', 'period_from', 'period_to'],
];

/** A row per VM, and no totals, which a sum over the rows would count again. @param range the requested days @param nameOf printable */
export function usageCsv(
  tables: readonly Pick<UsageTable, 'rows' | 'periods'>[],
  range: DayRange,
  accountOf: (accountId: string) => string,
  nameOf: (row: UsageRow) => string,
): string {
  const cells = tables.flatMap(({ rows, periods }) =>
    rows.map((row) => [
      ...[printable(accountOf(row.accountId)), range.from, range.to],
      ...[printable(row.vmId ?? ''), vmNumber(row.defaultName), nameOf(row)],
      ...[printable(row.gpuModel ?? ''), row.hours],
      ...[row.gpuCost, row.storageCost, row.networkCost, row.cost],
      ...[row.gpuHours, row.storageGb, row.networkBytes],
      ...[periods.get(row.accountId)?.from ?? null, periods.get(row.accountId)?.to ?? null],
    ]),
  );
  return csvText([TITLES, ...cells]);
}
