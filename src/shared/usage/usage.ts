import { sumAmounts, type Usage, type UsageLog } from '../domain/billing.ts';
import { byText, largestFirst } from '../domain/rank.ts';
import { vmName } from '../domain/vm.ts';
import { formatNumber, parseDateTime, utcDay } from '../format/index.ts';
import { vmKey } from '../ssh/ssh-state.ts';
import { type DayRange, daysOf, isSameRange, mondayOf } from './day-range.ts';
import type { UsageGroup } from './usage-group.ts';
import { figuresRange, reportedPeriod } from './usage-period.ts';
import type { UsageBar, UsageNote, UsageRow } from './usage-schemas.ts';

export interface AccountUsage {
  readonly accountId: string;
  readonly usage: Usage;
}

export function rowKey({ accountId, vmId }: Pick<UsageRow, 'accountId' | 'vmId'>): string {
  return vmKey(accountId, vmId ?? '');
}

const mapped = <K, V, W>(map: ReadonlyMap<K, V>, toValue: (value: V) => W) =>
  new Map([...map].map(([key, value]) => [key, toValue(value)] as const));

type Entry = Readonly<ReturnType<typeof entriesOf>[number]>;

/** The entries of the log, each once. @param range the days that the report is of */
function entriesOf({ accountId, usage }: AccountUsage, range: DayRange) {
  const ids = new Set<string>();
  const isNew = ({ id }: UsageLog) => id === null || ids.size < ids.add(id).size;
  return usage.logs.filter(isNew).map((log) => {
    const vmId = log.vmId || null;
    const at = parseDateTime(log.timestamp);
    const date = at === null ? null : utcDay(at);
    const isOutside = date !== null && (date < range.from || date > range.to);
    return { ...log, vmId, key: rowKey({ accountId, vmId }), date, isOutside };
  });
}

type Figure = keyof UsageLog & (`${string}Cost` | 'gpuSeconds' | 'networkBytes');

const sumOf = (entries: readonly Entry[] | undefined, figure: Figure) =>
  entries === undefined ? null : sumAmounts(entries.map((entry) => entry[figure]));

/** The size of a disk is in each entry of its VM. */
function largestDisk(entries: readonly Entry[] = []): number | null {
  const known = entries.map(({ storageGb }) => storageGb).filter((size) => size !== null);
  const isKnown = known.length > 0 && known.length === entries.length;
  return isKnown ? known.reduce((a, b) => Math.max(a, b)) : null;
}

/** The VMs of an account, those of the breakdown first. Several entries of one VM, such as with two GPU models, are summed up. */
function rowsOf(
  { accountId, usage }: AccountUsage,
  logs: ReadonlyMap<string, readonly Entry[]>,
): readonly UsageRow[] {
  const listed = Map.groupBy(usage.vms, ({ vmId }) => vmId);
  const logged = usage.logs.map(({ vmId }) => vmId || null);
  return [...new Set([...listed.keys(), ...logged])].map((vmId) => {
    const vms = (vmId === null ? undefined : listed.get(vmId)) ?? [];
    const entries = logs.get(rowKey({ accountId, vmId }));
    const gpuSeconds = sumOf(entries, 'gpuSeconds');
    const models = new Set(vms.flatMap(({ gpuModel }) => gpuModel ?? []));
    return {
      accountId,
      vmId,
      defaultName: vms[0]?.defaultName ?? null,
      gpuModel: models.size === 0 ? null : [...models].join(', '),
      hours: vms.length === 0 ? null : sumAmounts(vms.map(({ hours }) => hours)),
      cost: vms.length === 0 ? null : sumAmounts(vms.map(({ cost }) => cost)),
      gpuCost: sumOf(entries, 'gpuCost'),
      storageCost: sumOf(entries, 'storageCost'),
      networkCost: sumOf(entries, 'networkCost'),
      gpuHours: gpuSeconds === null ? null : sumAmounts([gpuSeconds / 3_600, 0]),
      storageGb: largestDisk(entries),
      networkBytes: sumOf(entries, 'networkBytes'),
    };
  });
}

/** Whether the breakdown has it; of another row, which only the log has, cost and hours are unknown. */
const isListed = ({ cost, hours }: UsageRow) => cost !== null || hours !== null;

/** By a cent. The difference in binary may be a little less than it is in decimal. */
const isOtherAmount = (a: number, b: number) => Math.abs(a - b) > 0.01 - 1e-9;

function notesOf(
  { totalCost, vmCost, rows, days, periods }: ReturnType<typeof figuresIn>['figures'],
  entries: readonly Entry[],
  unused: number,
  requested: DayRange,
): readonly UsageNote[] {
  const listed = rows.filter(isListed);
  const total = vmCost === undefined ? totalCost : vmCost;
  const sums = [
    { of: 'VMs', sum: sumAmounts(listed.map(({ cost }) => cost)) },
    { of: 'days', sum: sumAmounts(days.map(({ cost }) => cost)) },
  ] as const;
  const others = [...periods.values()].filter((period) => !isSameRange(period, requested));
  const odd = entries.filter(({ isOutside, totalCost: cost }) => isOutside || cost === null);
  const counts = [
    ['unread', unused + odd.length],
    ['undated', entries.filter(({ date }) => date === null).length],
  ] as const;
  const notes: UsageNote[] = [];
  const unique = new Map(others.map((period) => [`${period.from} ${period.to}`, period]));
  if (unique.size > 0) notes.push({ kind: 'otherPeriod', periods: [...unique.values()] });
  for (const { of, sum } of sums)
    if (sum !== null && total !== null && isOtherAmount(sum, total))
      notes.push({ kind: 'differs', of, sum, total });
  for (const [kind, count] of counts) if (count > 0) notes.push({ kind, count });
  return notes;
}

/** The figures of the reports, and the entries of their logs. */
function figuresIn(reports: readonly AccountUsage[], requested: DayRange) {
  /** Period that each report names, by account id; missing: none. */
  const periods = new Map(
    reports.flatMap(({ accountId, usage }) => {
      const period = reportedPeriod(usage, requested);
      return period === null ? [] : [[accountId, period] as const];
    }),
  );
  const ranges = reports.map(({ accountId }) => figuresRange(periods.get(accountId), requested));
  const [first = requested] = ranges;
  /** The days that the figures are of: as all reports say, else the requested ones. */
  const range = ranges.every((each) => isSameRange(each, first)) ? first : requested;
  const entries = reports.flatMap((report, index) => entriesOf(report, ranges[index] ?? range));
  const byVm = Map.groupBy(entries, ({ key }) => key);
  const logged = (row: UsageRow) => sumOf(byVm.get(rowKey(row)), 'totalCost');
  const rows = reports
    .flatMap((report) => rowsOf(report, byVm))
    .sort(
      (a, b) =>
        largestFirst(a.cost, b.cost) ||
        largestFirst(logged(a), logged(b)) ||
        byText(rowKey(a), rowKey(b)),
    );
  /** Days with entries, in UTC like the service's ranges, in order; the one of entries without a readable time, null, is last. */
  const days = [...Map.groupBy(entries, ({ date }) => date)]
    .map(([date, own]) => ({
      date,
      cost: sumOf(own, 'totalCost'),
      /** The cost of each VM, by `rowKey`. */
      vms: mapped(
        Map.groupBy(own, ({ key }) => key),
        (ofVm) => sumOf(ofVm, 'totalCost'),
      ),
    }))
    .sort((a, b) => byText(a.date ?? '~', b.date ?? '~'));
  const total = (figure: 'totalCost' | 'totalHours') =>
    reports.length === 0 ? null : sumAmounts(reports.map(({ usage }) => usage[figure]));
  const isPart = reports.some(({ usage }) => usage.vmCost !== undefined);
  const ofVms = reports.map(({ usage: { vmCost, totalCost } }) =>
    vmCost === undefined ? totalCost : vmCost,
  );
  const others = reports.flatMap(({ usage }) => Object.entries(usage.otherCosts ?? {}));
  const otherCosts: Record<string, number> = {};
  for (const [name, cost] of others) otherCosts[name] = (otherCosts[name] ?? 0) + cost;
  const totals = {
    totalCost: total('totalCost'),
    /** The part of VMs, which the rows and days are of; undefined: the whole cost. */
    vmCost: isPart ? sumAmounts(ofVms) : undefined,
    /** The parts beside `vmCost`, by name; undefined: none are known. */
    otherCosts: others.length === 0 ? undefined : otherCosts,
    totalHours: total('totalHours'),
  };
  return { entries, figures: { range, periods, ...totals, rows, days } };
}

export type UsageTable = Readonly<ReturnType<typeof usageTable>>;

/** @param reports one per owner, since two keys of one owner report the same money */
export function usageTable(reports: readonly AccountUsage[], requested: DayRange) {
  const { entries, figures } = figuresIn(reports, requested);
  const skipped = reports.reduce((count, { usage }) => count + usage.skipped, 0);
  const logs = reports.reduce((count, { usage }) => count + usage.logs.length, 0);
  const unused = logs - entries.length + skipped;
  return { ...figures, notes: notesOf(figures, entries, unused, requested) };
}

/** The table with a row per account, which has the total of its report, or per GPU type. */
export function groupedUsage(
  table: UsageTable,
  by: UsageGroup,
  reports: readonly AccountUsage[],
): UsageTable {
  if (by === 'vm') return table;
  const keyOf = ({ accountId, gpuModel }: UsageRow) =>
    by === 'account' ? accountId : (gpuModel ?? '');
  const keys = new Map(table.rows.map((row) => [rowKey(row), vmKey(keyOf(row), '')]));
  const groups = Map.groupBy(table.rows, keyOf);
  // An account may be billed without a VM.
  const shown = by === 'account' ? reports.map(({ accountId }) => accountId) : [...groups.keys()];
  const rows = shown.map((key): UsageRow => {
    const listed = groups.get(key)?.filter(isListed) ?? [];
    const sum = (figure: 'hours' | 'gpuHours' | 'cost' | (`${string}Cost` & keyof UsageRow)) =>
      listed.length === 0 ? null : sumAmounts(listed.map((row) => row[figure]));
    const total = by === 'account' && reports.find(({ accountId }) => accountId === key)?.usage;
    return {
      ...{ accountId: key, vmId: null, defaultName: null, gpuModel: null },
      ...{ storageGb: null, networkBytes: null },
      hours: total ? total.totalHours : sum('hours'),
      cost: total ? total.totalCost : sum('cost'),
      gpuCost: sum('gpuCost'),
      storageCost: sum('storageCost'),
      networkCost: sum('networkCost'),
      gpuHours: sum('gpuHours'),
    };
  });
  const days = table.days.map(({ vms, ...day }) => {
    const byKey = Map.groupBy(vms, ([key]) => keys.get(key) ?? '');
    return { ...day, vms: mapped(byKey, (own) => sumAmounts(own.map(([, cost]) => cost))) };
  });
  return { ...table, days, rows: rows.sort((a, b) => largestFirst(a.cost, b.cost)) };
}

/** The name of a row's VM, printable. @param label null: unknown, such as of a VM that is gone */
export function usageVmName(
  { vmId, defaultName }: Pick<UsageRow, 'vmId' | 'defaultName'>,
  label: string | null,
): string {
  return vmId === null ? 'no VM' : vmName({ id: vmId, defaultName, label });
}

/** VMs with a color; with more of them, the last color is for all others. */
export const MAX_SERIES = 6;
/** Longer ranges have bars of weeks. */
const MAX_DAY_BARS = 92;

export function usageBars({ rows, days }: UsageTable, range: DayRange): readonly UsageBar[] {
  const keys = rows.map(rowKey);
  const hasOthers = keys.length > MAX_SERIES;
  const own = keys.slice(0, hasOthers ? MAX_SERIES - 1 : MAX_SERIES);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const dates = daysOf(range);
  const isWeekly = dates.length > MAX_DAY_BARS;
  const bars = Map.groupBy(dates, (date) => (isWeekly ? mondayOf(date) : date)).values();
  return [...bars].map((inBar) => {
    const logged = inBar.flatMap((date) => byDate.get(date) ?? []);
    const amounts = logged.flatMap(({ vms }) => [...vms]);
    const sumOf = (isPart: (key: string) => boolean) =>
      sumAmounts(amounts.flatMap(([key, amount]) => (isPart(key) ? [amount] : [])));
    return {
      from: inBar[0] ?? range.from,
      to: inBar.at(-1) ?? range.to,
      cost: sumAmounts(logged.map(({ cost }) => cost)),
      parts: [
        ...own.map((key) => sumOf((other) => other === key)),
        ...(hasOthers ? [sumOf((key) => !own.includes(key))] : []),
      ],
    };
  });
}

/** The parts of a total: `, of which VMs $11.00, serverless $39.00`; empty: it has only VMs. */
export function costParts(
  { vmCost, otherCosts = {} }: Partial<Pick<UsageTable, 'vmCost' | 'otherCosts'>>,
  money: (amount: number | null) => string,
): string {
  if (vmCost === undefined) return '';
  const others = Object.entries(otherCosts).map(([name, cost]) => `, ${name} ${money(cost)}`);
  return `, of which VMs ${money(vmCost)}${others.join('')}`;
}

const entries = (count: number) => `${formatNumber(count, 0)} ${count === 1 ? 'entry' : 'entries'}`;

/** A note as one sentence. @param money formats an amount in $ @param service as in `serviceName` */
export function usageNoteText(
  note: UsageNote,
  money: (amount: number) => string,
  service: string,
): string {
  switch (note.kind) {
    case 'otherPeriod': {
      const periods = note.periods.map(({ from, to }) => `${from} to ${to}`);
      return `${service} reports figures for ${periods.join(' and for ')}, not for the requested days.`;
    }
    case 'differs':
      return `The ${note.of} add up to ${money(note.sum)}, the total is ${money(note.total)}.`;
    case 'unread':
      return `Repeated, outside this period or unreadable: ${entries(note.count)}.`;
    case 'undated':
      return `Without a date, so on no day: ${entries(note.count)}.`;
  }
}
