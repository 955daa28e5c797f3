import { basename } from 'node:path';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { describeProblem, type Problem } from '../../../shared/domain/index.ts';
import { DAY_MS, printable } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import {
  type AccountUsage,
  accountOwners,
  type BillCheck,
  isSameRange,
  rowKey,
  type UsageTable,
  usageBars,
  usageTable,
  usageVmName,
} from '../../../shared/usage/index.ts';
import type { Clock } from '../../clock.ts';
import { readReport, usageCsv } from '../../costs/index.ts';
import { fileFailure, writeAtomically } from '../../files/index.ts';
import { checkBill, eventText, type History } from '../../history/index.ts';
import type { ServiceClient } from '../../service/index.ts';
import type { DesktopPorts, Part } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';

export interface UsagePorts {
  readonly store: Pick<StateStore, 'get'>;
  /** By account id. */
  readonly clients: () => ReadonlyMap<string, Pick<ServiceClient, 'loggedUsage'>>;
  readonly desktop: Pick<DesktopPorts, 'chooseFile'>;
  /** Null: there is none, or not yet. */
  readonly history: () => Pick<History, 'spans' | 'vms' | 'events'> | null;
  readonly clock: Pick<Clock, 'now'>;
}

type Input = RequestInput<'readUsage'>;
type Report = RequestOutput<'readUsage'>;

/** Why no account of an owner gave a report. */
interface Failure {
  readonly accountId: string;
  readonly problem: Problem;
}

interface Read {
  readonly input: Input;
  /** Those that gave a report. */
  readonly accountIds: readonly string[];
  readonly table: UsageTable;
  readonly failures: readonly Failure[];
}

interface Recorded {
  readonly check: BillCheck | null;
  readonly events: Report['events'];
}

const NOT_RECORDED: Recorded = { check: null, events: [] };

/** Rows that the panel gets; the CSV has all. */
const MAX_ROWS = 300;
const MAX_DIFFERENCES = 300;
const MAX_EVENTS = 200;
/** Amounts may be hidden while the report is shown. */
const SHOWN = { hideAmounts: true, currency: '' };

/** The labels of all VMs, by service and id: another key of the same owner may read VMs that this one only pays for. */
function labelOf({
  accounts,
  snapshots,
}: AppState): (accountId: string, vmId: string) => string | null {
  const urls = new Map(accounts.map(({ id, baseUrl }) => [id, baseUrl]));
  const labels = new Map(
    accounts.flatMap(({ id, baseUrl }) =>
      (snapshots[id]?.vms.value?.vms ?? []).map((vm) => [`${baseUrl} ${vm.id}`, vm.label] as const),
    ),
  );
  return (accountId, vmId) => labels.get(`${urls.get(accountId)} ${vmId}`) ?? null;
}

/** The differences that the panel gets, with the names of their VMs. */
function differencesOf(
  { differences }: BillCheck,
  { rows }: UsageTable,
  label: ReturnType<typeof labelOf>,
) {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  return {
    differenceCount: differences.length,
    differences: differences.slice(0, MAX_DIFFERENCES).map((difference) => {
      const { accountId, vmId } = difference;
      const vm = byKey.get(rowKey(difference)) ?? { vmId, vmid: null };
      return { ...difference, name: usageVmName(vm, label(accountId, vmId)) };
    }),
  };
}

function isSame(a: Input, b: Input): boolean {
  return a.accountId === b.accountId && isSameRange(a.range, b.range);
}

/** Usage reports of the panel's ranges, and their export. */
export function startUsage({ store, clients, desktop, history, clock }: UsagePorts) {
  let last: Read | null = null;
  let isChoosing = false;

  /** The report of the first account that can read it: those of one owner are about the same money. */
  async function readOwner(
    accounts: readonly AppAccount[],
    range: Input['range'],
  ): Promise<AccountUsage | Failure> {
    let failure: Failure | null = null;
    for (const { id: accountId } of accounts) {
      const client = clients().get(accountId);
      if (client === undefined) continue;
      const { signal } = new AbortController();
      const { usage, problem } = await readReport(client.loggedUsage(range, signal), signal);
      if (usage !== null) return { accountId, usage };
      if (problem !== null) failure ??= { accountId, problem };
    }
    const [first] = accounts;
    return failure ?? { accountId: first?.id ?? '', problem: { kind: 'noCredential' } };
  }

  async function read(input: Input): Promise<Read> {
    const { accountId, range } = input;
    const owners = accountOwners(store.get());
    const asked =
      accountId === null ? owners : [owners.flat().filter(({ id }) => id === accountId)];
    const results = await Promise.all(asked.map((accounts) => readOwner(accounts, range)));
    const failures = results.flatMap((result) => ('problem' in result ? result : []));
    const reports = results.flatMap((result) => ('usage' in result ? result : []));
    const table = usageTable(reports, range);
    const accountIds = reports.map((report) => report.accountId);
    last = { input, accountIds, table, failures };
    return last;
  }

  function eventsOf(open: Pick<History, 'events'>, { accountId, range }: Input): Report['events'] {
    const ids = accountId === null ? store.get().accounts.map(({ id }) => id) : [accountId];
    return open
      .events(Date.parse(range.from), MAX_EVENTS, Date.parse(range.to) + DAY_MS)
      .filter((event) => event.kind !== 'vm' || ids.includes(event.accountId))
      .map((event) => ({ at: event.at, text: eventText(event, SHOWN) }));
  }

  /** What the history says about the period: nothing also when it fails or closes meanwhile, which its part says. */
  async function recordedOf({ input, ...bill }: Read): Promise<Recorded> {
    const open = history();
    if (open === null) return NOT_RECORDED;
    try {
      const check = await checkBill({ ...bill, range: input.range }, open, clock.now());
      return { check, events: eventsOf(open, input) };
    } catch {
      return NOT_RECORDED;
    }
  }

  function reportOf({ input, table, failures }: Read, { check, events }: Recorded): Report {
    const label = labelOf(store.get());
    const { range, totalCost, totalHours, rows, days, notes } = table;
    return {
      range: isSameRange(range, input.range) ? null : range,
      ...{ totalCost, totalHours, notes, events, rowCount: rows.length },
      rows: rows.slice(0, MAX_ROWS).map((row) => ({
        ...row,
        gpuModel: row.gpuModel === null ? null : printable(row.gpuModel),
        name: usageVmName(row, label(row.accountId, row.vmId ?? '')),
      })),
      check: check === null ? null : { ...check, ...differencesOf(check, table, label) },
      bars: days.length === 0 ? [] : usageBars(table, range),
      problems: failures.map(({ accountId, problem }) => {
        const { message, action } = describeProblem(problem, { at: 'spend' });
        return { accountId, kind: problem.kind, message, action };
      }),
    };
  }

  function csvOf({ input, table }: Read): string {
    const label = labelOf(store.get());
    const accounts = new Map(store.get().accounts.map((account) => [account.id, account.label]));
    return usageCsv(
      table.rows.map((row) => ({
        ...{ ...input.range, row, account: accounts.get(row.accountId) ?? '' },
        period: table.periods.get(row.accountId) ?? null,
        label: label(row.accountId, row.vmId ?? ''),
      })),
    );
  }

  /** Null: cancelled. */
  async function choosePath({ range: { from, to } }: Input): Promise<string | null> {
    if (isChoosing) refuse('busy', 'Another dialog is open.', 'Answer it first.');
    isChoosing = true;
    try {
      return await desktop.chooseFile(`gpu-tray-usage-${from}-to-${to}.csv`);
    } finally {
      isChoosing = false;
    }
  }

  return {
    requests: {
      async readUsage(input: Input) {
        const result = await read(input);
        return reportOf(result, await recordedOf(result));
      },
      async exportUsage(input: Input) {
        // What the panel shows, even if the service has more by now.
        const shown = last !== null && isSame(last.input, input) ? last : await read(input);
        const [failure] = shown.failures;
        if (failure !== undefined) {
          const { message, action } = describeProblem(failure.problem, { at: 'spend' });
          return refuse(failure.problem.kind, message, action);
        }
        const path = await choosePath(input);
        if (path === null) return { isSaved: false };
        try {
          await writeAtomically(path, csvOf(shown));
        } catch (error) {
          const { reason, action } = fileFailure(error);
          refuse('unwritable', `Failed to save ${basename(path)}${reason}`, action);
        }
        return { isSaved: true };
      },
    },
  } satisfies Part;
}
