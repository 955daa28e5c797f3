import { basename } from 'node:path';
import { type AppAccount, accountName } from '../../../shared/accounts/index.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { describeProblem } from '../../../shared/domain/problem-text.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import { printable } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import { isSameRange, presetRange } from '../../../shared/usage/day-range.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import {
  type AccountUsage,
  groupedUsage,
  rowKey,
  usageBars,
  usageTable,
  usageVmName,
} from '../../../shared/usage/usage.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';
import type { BillDifference, UsageRow } from '../../../shared/usage/usage-schemas.ts';
import type { Clock } from '../../clock.ts';
import { readUsage, usageCsv } from '../../costs/index.ts';
import { failedTo, writeAtomically } from '../../files/index.ts';
import { byDifference, checkBill, type History } from '../../history/index.ts';
import type { ProviderClient } from '../../providers/index.ts';
import type { DesktopPorts, Part } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';

/**
 * Printable names for the VMs of a report: those that any account of the service lists, since another key of the same owner may read
 * the VMs that an account pays for, and others by the name that was recorded last.
 * @param readNames reads all events, so it is called only for a VM that is not listed
 */
function vmNames(
  { accounts, snapshots }: Pick<AppState, 'accounts' | 'snapshots'>,
  readNames: () => ReturnType<History['names']>,
) {
  const urls = new Map(accounts.map(({ id, baseUrl }) => [id, baseUrl]));
  const keyOf = (accountId: string, vmId: string | null) => `${urls.get(accountId)} ${vmId ?? ''}`;
  const listed = new Map(
    allVms({ accounts, snapshots }).map(
      ({ accountId, vm }) =>
        [keyOf(accountId, vm.id), { name: vmName(vm), listedBy: accountId }] as const,
    ),
  );
  let recorded: ReadonlyMap<string, ReturnType<typeof readNames>[number]> | null = null;
  return (row: Pick<UsageRow, 'accountId' | 'vmId' | 'defaultName'>) => {
    const key = keyOf(row.accountId, row.vmId);
    const vm = listed.get(key);
    if (vm !== undefined) return vm;
    recorded ??= new Map(readNames().map((last) => [keyOf(last.accountId, last.vmId), last]));
    const last = recorded.get(key);
    if (last === undefined) return { name: usageVmName(row, null), listedBy: null };
    const isGone = snapshots[last.accountId]?.vms.value?.isComplete === true;
    return { name: printable(isGone ? `${last.name} (gone)` : last.name), listedBy: null };
  };
}

type UsageHistory = Pick<History, 'spans' | 'vms' | 'names'>;

export interface UsagePorts {
  readonly store: Pick<StateStore, 'get'>;
  readonly clients: ReadonlyMap<string, Pick<ProviderClient, 'usage'>>;
  readonly desktop: { readonly dialogs: Pick<DesktopPorts['dialogs'], 'chooseFile'> };
  readonly history: () => UsageHistory | null;
  readonly usageReports: { request(accountId: string): Promise<void> };
  readonly clock: Pick<Clock, 'now'>;
}

type Input = RequestInput<'readUsage'>;
type Report = RequestOutput<'readUsage'>;
type Clients = UsagePorts['clients'];

/** Why no account of an owner gave a report. */
interface Failure {
  readonly accountId: string;
  readonly problem: Problem;
}

type Read = Readonly<Awaited<ReturnType<typeof readOwners>>>;

/** The panel gets this many rows and differences; the CSV has all rows. */
const MAX_ROWS = 300;

/** The first report that an account can read: all reports of one owner are about the same money. */
async function readOwner(
  accounts: readonly AppAccount[],
  range: Input['range'],
  clients: Clients,
): Promise<AccountUsage | Failure> {
  let failure: Failure | null = null;
  for (const { id: accountId, provider } of accounts) {
    const client = clients.get(accountId);
    if (client === undefined) continue;
    const { value: usage, problem } = await readUsage(client, provider, range);
    if (usage !== null) return { accountId, usage };
    failure ??= { accountId, problem };
  }
  const [first] = accounts;
  return failure ?? { accountId: first?.id ?? '', problem: { kind: 'noCredential' } };
}

async function readOwners(input: Input, state: AppState, clients: Clients) {
  const { range } = input;
  const { owners } = figuresOf(state);
  const results = await Promise.all(owners.map((accounts) => readOwner(accounts, range, clients)));
  const failures = results.flatMap((result) => ('problem' in result ? result : []));
  const reports = results.flatMap((result) => ('usage' in result ? result : []));
  return { input, reports, table: usageTable(reports, range), failures };
}

/** The differences between bill and measurement that missing data does not explain. None also when the history fails, which its part reports. */
async function differencesOf(
  { input: { range }, reports, table }: Read,
  history: UsageHistory | null,
  now: number,
): Promise<readonly BillDifference[]> {
  if (history === null) return [];
  try {
    const checks = reports.map(({ accountId }) => checkBill(accountId, table, range, history, now));
    const all = (await Promise.all(checks)).flatMap(({ differences }) => differences);
    return all.filter(({ kind }) => kind !== 'gap').sort(byDifference);
  } catch {
    return [];
  }
}

function problemOf({ accountId, problem }: Failure): Report['problems'][number] {
  const { message, action } = describeProblem(problem, { at: 'spend' });
  return { accountId, kind: problem.kind, message, action };
}

function reportOf(
  { reports, table, failures }: Read,
  differences: readonly BillDifference[],
  { accounts }: AppState,
  named: ReturnType<typeof vmNames>,
): Report {
  const { range, totalCost, vmCost, otherCosts, days, notes } = table;
  const vms = new Map(table.rows.map((row) => [rowKey(row), row]));
  const hasDays = days.some(({ date }) => date !== null);
  function viewOf(by: UsageGroup): Report['views'][UsageGroup] {
    const grouped = groupedUsage(table, by, reports);
    const rows = grouped.rows.slice(0, MAX_ROWS).map((row) => {
      const gpuModel = row.gpuModel === null ? null : printable(row.gpuModel);
      if (by === 'vm') return { ...row, ...named(row), gpuModel };
      const { accountId } = row;
      const name = by === 'account' ? accountName(accounts, accountId) : printable(accountId);
      return { ...row, name: name || 'unknown', listedBy: null };
    });
    const bars = hasDays ? usageBars(grouped, range) : [];
    return { rows, rowCount: grouped.rows.length, bars };
  }
  return {
    totalCost,
    vmCost,
    otherCosts,
    notes,
    views: { vm: viewOf('vm'), account: viewOf('account'), gpu: viewOf('gpu') },
    differences: differences.slice(0, MAX_ROWS).map((difference) => ({
      ...difference,
      ...named(vms.get(rowKey(difference)) ?? { ...difference, defaultName: null }),
    })),
    problems: failures.map(problemOf),
  };
}

export function startUsage({ store, clients, desktop, history, usageReports, clock }: UsagePorts) {
  let last: Read | null = null;

  /** None while the history cannot be read. */
  function recordedNames(): ReturnType<History['names']> {
    try {
      return history()?.names() ?? [];
    } catch {
      return [];
    }
  }

  const nameVm = () => vmNames(store.get(), recordedNames);

  /** With a bill of today or of the month, the costs that all surfaces show are read again. */
  async function read(input: Input): Promise<Read> {
    const presets = (['today', 'month'] as const).map((preset) => presetRange(preset, clock.now()));
    last = await readOwners(input, store.get(), clients);
    if (presets.some((range) => isSameRange(range, input.range)))
      for (const { accountId } of last.reports) void usageReports.request(accountId);
    return last;
  }

  return {
    requests: {
      async readUsage(input: Input) {
        const result = await read(input);
        const differences = await differencesOf(result, history(), clock.now());
        return reportOf(result, differences, store.get(), nameVm());
      },
      async exportUsage(input: Input) {
        // The rows of the panel, even if the service has more by now.
        const shown =
          last !== null && isSameRange(last.input.range, input.range) ? last : await read(input);
        const isSilent = ({ problem }: Failure) => problem.kind === 'noUsage';
        const failure =
          shown.failures.find((each) => !isSilent(each)) ??
          (shown.reports.length === 0 ? shown.failures[0] : undefined);
        if (failure !== undefined) {
          const { kind, message, action } = problemOf(failure);
          return refuse(kind, message, action);
        }
        const { from, to } = input.range;
        const path = await desktop.dialogs.chooseFile(`gpu-tray-usage-${from}-to-${to}.csv`);
        if (path === null) return { isSaved: false };
        const { accounts } = store.get();
        const named = nameVm();
        const text = usageCsv(
          [shown.table],
          input.range,
          (id) => accountName(accounts, id),
          (row) => named(row).name,
        );
        await writeAtomically(path, text).catch(failedTo(`save ${basename(path)}`));
        return { isSaved: true };
      },
    },
  } satisfies Part;
}
