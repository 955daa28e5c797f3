import { readUsage } from '../../core/costs/index.ts';
import { attempt } from '../../core/user-error.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { vmName, vmNumber } from '../../shared/domain/vm.ts';
import {
  exactMoney,
  formatAmount,
  formatMoney,
  formatNumber,
  printable,
} from '../../shared/format/index.ts';
import { serviceName } from '../../shared/providers/providers.ts';
import { billDifferenceText, measuredText } from '../../shared/usage/bill-check.ts';
import {
  costParts,
  type UsageTable,
  usageNoteText,
  usageTable,
  usageVmName,
} from '../../shared/usage/usage.ts';
import type { BillCheck, UsageRow } from '../../shared/usage/usage-schemas.ts';
import type { SourcesRun, StatusSource } from '../accounts/sources.ts';
import { fitColumns } from '../columns.ts';
import { type ExitCode, worstExitCode } from '../errors.ts';
import { withHistory } from '../history/user-history.ts';
import { status, usageReport } from '../messages.ts';
import { painter, terminalJson } from '../output.ts';
import { problemExitCode, problemLine } from '../problems.ts';

type UsageRun = SourcesRun<'usage'>;

type ReadUsage = Awaited<ReturnType<typeof readTable>>;

const hoursOf = (ms: number) => Math.round(ms / 3_600) / 1_000;

/** Without a list of VMs, they are shown by their numbers; a key that reads billing only has none. */
async function readLabels(
  { client }: StatusSource,
  { signal, terminal, clock }: UsageRun,
): Promise<ReadonlyMap<string, string>> {
  const { value, problem } = await attempt(client.listVms(signal), signal);
  if (problem !== null && problem.kind !== 'forbidden')
    terminal.error(`${usageReport.noNames(problemLine(problem, { now: clock.now() }))}\n`);
  return new Map(value?.vms.map((vm) => [vm.id, vmName(vm)]));
}

/** `problem`: why the table is empty; `notes`: doubts about it, a sentence each; `check` null: not compared, or nothing to compare with. */
async function readTable(source: StatusSource, run: UsageRun) {
  const { command, signal } = run;
  const { range } = command;
  const [{ value: usage, problem }, labels] = await Promise.all([
    readUsage(source.client, source.provider, range, signal),
    command.format === 'json' ? new Map<string, string>() : readLabels(source, run),
  ]);
  signal.throwIfAborted();
  const table = usageTable(usage === null ? [] : [{ accountId: source.id, usage }], range);
  const service = serviceName([source]);
  const notes = table.notes.map((note) => usageNoteText(note, exactMoney, service));
  const nameOf = (row: Pick<UsageRow, 'vmId' | 'defaultName'>) =>
    usageVmName(row, labels.get(row.vmId ?? '') ?? null);
  const check = command.check ? await checkTable(source.id, table, run) : null;
  return { ...source, table, problem, notes, nameOf, check };
}

/** Compares the bill with the rates that the app measured; null: there is no history. @throws CommandError, FileError */
function checkTable(
  accountId: string,
  table: UsageTable,
  { command: { range }, settings, clock }: UsageRun,
): Promise<BillCheck | null> {
  return withHistory(settings, async (history) => {
    if (history === null) return null;
    const { checkBill } = await import('../../core/history/index.ts');
    return checkBill(accountId, table, range, history, clock.now());
  });
}

/** The bill check of `usage --json`; null: nothing was measured. */
function checkJson(check: ReadUsage['check']) {
  if (check === null || check.measured === null) return null;
  const { compared, measured, differences } = check;
  return {
    measured: { cost: measured.amount, missingHours: hoursOf(measured.gapMs) },
    comparedFrom: compared?.from ?? null,
    comparedTo: compared?.to ?? null,
    differences: differences.map(({ vmId, date, kind, billed, measured: found, gapMs }) => ({
      ...{ vmId, date, kind, billed, measured: found },
      missingHours: hoursOf(gapMs),
    })),
  };
}

/** The object that `usage --json` prints. Scripts rely on it: keys may be added, not changed. */
function usageJson(accounts: readonly ReadUsage[], { command }: UsageRun) {
  return {
    accounts: accounts.map(({ id, name, label, provider, table, check }) => ({
      id,
      name,
      provider,
      label,
      ...command.range,
      totalCost: table.totalCost,
      vmCost: table.vmCost,
      otherCosts: table.otherCosts,
      totalHours: table.totalHours,
      periodFrom: table.periods.get(id)?.from ?? null,
      periodTo: table.periods.get(id)?.to ?? null,
      vms: table.rows.map(({ accountId: _, defaultName, ...row }) => ({
        vmid: vmNumber(defaultName),
        ...row,
      })),
      days: table.days.map(({ date, cost }) => ({ date, cost })),
      ...(command.check ? { check: checkJson(check) } : {}),
    })),
  };
}

const hoursText = (hours: number | null) => (hours === null ? status.none : formatNumber(hours, 1));

function cellsOf({ table, nameOf }: ReadUsage) {
  return table.rows.map((row) => ({
    name: nameOf(row),
    model: row.gpuModel === null ? status.none : printable(row.gpuModel),
    hours: hoursText(row.hours),
    gpu: formatAmount(row.gpuCost),
    storage: formatAmount(row.storageCost),
    network: formatAmount(row.networkCost),
    total: formatAmount(row.cost),
  }));
}

function checkLines({ table, nameOf, check }: ReadUsage): readonly string[] {
  if (check === null || check.measured === null) return [usageReport.noHistory];
  const { compared, measured, differences } = check;
  const sum = measuredText(measured, exactMoney);
  if (compared === null) return [sum, 'Days are compared with the bill once they are over (UTC).'];
  const range = usageReport.range(compared.from, compared.to);
  if (differences.length === 0) return [sum, usageReport.agree(range)];
  const names = new Map(table.rows.map(({ vmId, defaultName }) => [vmId, defaultName]));
  const lines = differences.map((difference) => {
    const { vmId, date } = difference;
    const name = nameOf({ vmId, defaultName: names.get(vmId) ?? null });
    return `  ${date}  ${name}: ${billDifferenceText(difference, exactMoney)}`;
  });
  return [sum, usageReport.differ(range), ...lines];
}

/** The table for people, one string per line. */
function usageLines(accounts: readonly ReadUsage[], { command, terminal }: UsageRun): string[] {
  const paint = painter(command.color && terminal.hasColor);
  // In a pipe, mails and logs are as wide.
  const width = Number.isFinite(terminal.width) ? terminal.width : 80;

  function vmLines(account: ReadUsage): string[] {
    const cells = cellsOf(account);
    if (cells.length === 0) return account.table.totalCost ? [] : [usageReport.none];
    const [head, ...lines] = fitColumns(usageReport.columns, cells, width - 2);
    return [paint('dim', head), ...lines];
  }

  return accounts.flatMap((account, index) => {
    const { name, table, problem } = account;
    const { totalCost, vmCost, totalHours } = table;
    const cost = `${formatMoney(totalCost)}${costParts(table, formatMoney)}`;
    const hasHours = vmCost === undefined || totalHours !== null;
    const below =
      problem === null
        ? [
            hasHours ? usageReport.total(cost, hoursText(totalHours)) : cost,
            ...vmLines(account),
            ...account.notes.map((note) => paint('yellow', note)),
            ...(command.check ? checkLines(account) : []),
          ]
        : [usageReport.unknown];
    return [
      ...(index > 0 ? [''] : []),
      `${paint('bold', name)}  ${usageReport.range(table.range.from, table.range.to)}`,
      ...below.map((line) => `  ${line}`),
    ];
  });
}

async function render(accounts: readonly ReadUsage[], run: UsageRun): Promise<string> {
  const { command } = run;
  switch (command.format) {
    case 'json':
      return `${terminalJson(usageJson(accounts, run))}\n`;
    case 'csv': {
      const { usageCsv } = await import('../../core/costs/index.ts');
      const byId = new Map(accounts.map((account) => [account.id, account]));
      return usageCsv(
        accounts.map(({ table }) => table),
        command.range,
        (id) => byId.get(id)?.name ?? id,
        (row) => byId.get(row.accountId)?.nameOf(row) ?? '',
      );
    }
    case 'table':
      return usageLines(accounts, run)
        .map((line) => `${line}\n`)
        .join('');
  }
}

export async function runUsage(run: UsageRun): Promise<ExitCode> {
  const { command, terminal } = run;
  const accounts = await Promise.all(run.sources.map((source) => readTable(source, run)));
  if (accounts.some(({ problem }) => problem === null)) terminal.out(await render(accounts, run));
  const now = run.clock.now();
  for (const { name, problem, notes } of accounts) {
    const texts = [
      // The table has them.
      ...(command.format === 'table' ? [] : notes),
      ...(problem === null ? [] : [problemLine(problem, { at: 'spend', now })]),
    ];
    const prefix = accounts.length > 1 ? `${name}: ` : '';
    for (const text of texts) terminal.error(`${prefix}${text}\n`);
  }
  // A provider without usage is no failure while another account has some.
  const failures = accounts.flatMap(({ problem }) => problem ?? []);
  const isAbsent = ({ kind }: Problem) => kind === 'noUsage' && failures.length < accounts.length;
  return worstExitCode(failures.filter((each) => !isAbsent(each)).map(problemExitCode));
}
