import { printable } from '../../shared/format/index.ts';
import { type DayRange, type UsageRow, usageVmName } from '../../shared/usage/index.ts';

type Cell = string | number | null;

/**
 * The start of a cell that a spreadsheet takes for a formula or a command. A separator may start a cell too: where it is a
 * semicolon or a tab, a spreadsheet splits at it.
 */
const FORMULA_START = /(?<=(?:^|[,;\t\r\n|])["'\s]*)(?=[=+\-@\t\r\n＝＋－＠])/g;

function textCell(text: string): string {
  const inert = text.replace(FORMULA_START, "'");
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows as CSV (RFC 4180) that spreadsheets show as text: a cell that they could run begins with an apostrophe. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  const cellOf = (cell: Cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''));
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

const TITLES = [
  ...['account', 'from', 'to', 'vm_id', 'vmid', 'name', 'gpu_model', 'hours'],
  ...['gpu_cost', 'storage_cost', 'network_cost', 'cost', 'gpu_hours', 'storage_gb'],
  ...['network_bytes', 'period_from', 'period_to'],
];

/** What a row of the file is about; the range was requested. */
export interface CsvUsage extends DayRange {
  /** What the report says that it is of; null: nothing. */
  readonly period: DayRange | null;
  /** The account's label. */
  readonly account: string;
  readonly row: UsageRow;
  /** The VM's label; null: not known, such as of a VM that is gone. */
  readonly label: string | null;
}

/** A row per VM, without a row for the totals: a sum over the rows would count them again. */
export function usageCsv(rows: readonly CsvUsage[]): string {
  return csvText([
    TITLES,
    ...rows.map(({ account, from, to, period, row, label }) => [
      ...[printable(account), from, to, printable(row.vmId ?? ''), row.vmid],
      ...[usageVmName(row, label), printable(row.gpuModel ?? ''), row.hours],
      ...[row.gpuCost, row.storageCost, row.networkCost, row.cost],
      ...[row.gpuHours, row.storageGb, row.networkBytes],
      ...[period?.from ?? null, period?.to ?? null],
    ]),
  ]);
}
