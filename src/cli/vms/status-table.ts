import { accountName } from '../../shared/accounts/index.ts';
import { autoStopLabel } from '../../shared/auto-stop/auto-stop.ts';
import { isBillingOnly, type VmList } from '../../shared/domain/account-state.ts';
import type { Spend, SpendVm } from '../../shared/domain/billing.ts';
import { byName, largestFirst } from '../../shared/domain/rank.ts';
import { gpuLabel, runningSince, type Vm, type VmPhase, vmName } from '../../shared/domain/vm.ts';
import {
  formatAmount,
  formatDuration,
  formatMoney,
  formatRate,
  otherUtcDay,
  printable,
} from '../../shared/format/index.ts';
import type { Issue } from '../../shared/polling/issues.ts';
import { serviceName } from '../../shared/providers/providers.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../shared/state/index.ts';
import { monthName } from '../../shared/usage/app-totals.ts';
import { figuresOf, shownRate } from '../../shared/usage/figures.ts';
import { groupVms } from '../../shared/vms/vm-groups.ts';
import { byRate, vmRow } from '../../shared/vms/vm-row.ts';
import type { SourcesRun } from '../accounts/sources.ts';
import { fitColumns } from '../columns.ts';
import * as messages from '../messages.ts';
import { painter, type Style, terminalJson } from '../output.ts';
import { problemLine } from '../problems.ts';
import {
  type AccountView,
  accountIssues,
  issueLine,
  problemNotes,
  shownCosts,
  viewsOf,
} from './account-view.ts';
import { statusJson } from './status-json.ts';

type Mark = readonly [shape: string, style: Style];

/** The panel's shapes: statuses never differ in color alone. */
const MARKS: Readonly<Record<VmPhase, Mark>> = {
  running: ['●', 'green'],
  creating: ['◐', 'cyan'],
  starting: ['◐', 'cyan'],
  stopping: ['◐', 'cyan'],
  interrupted: ['◇', 'yellow'],
  failed: ['✕', 'red'],
  offline: ['▫', 'yellow'],
  unknown: ['?', 'yellow'],
  unconfirmed: ['?', 'yellow'],
  stopped: ['○', 'dim'],
  destroyed: ['·', 'dim'],
};

const WASTE: Mark = ['◆', 'yellow'];

const { columns, none } = messages.status;

interface Facts {
  readonly app: AppState;
  readonly accountId: string;
  readonly now: number;
}

/** The cells of a VM, and the style of its line. */
function rowOf(facts: Facts, vm: Vm, key: string) {
  const { app, now } = facts;
  const row = vmRow(facts, vm, key);
  const [shape, style] = row.waste === null ? MARKS[vm.phase] : WASTE;
  const since = runningSince(vm);
  const { alias = null, reach = null } = app.vmSshAccess[key] ?? {};
  const autoStop = app.autoStops[key];
  const cells = {
    shape,
    // `show` prints the whole note.
    status: `${shape} ${row.state}`,
    label: row.name,
    alias: alias ?? none,
    gpu: row.gpus || none,
    uptime: since === null ? none : formatDuration(now - since),
    load: row.loads.map(messages.status.load).join(', ') || none,
    login: reach === null ? none : messages.status.login(reach === 'ready'),
    autoStop: autoStop ? autoStopLabel(autoStop, now) : none,
    rate: formatAmount(row.perHour),
    ip: vm.ipAddress === null ? none : printable(vm.ipAddress),
  };
  return { style, cells };
}

/** Aligned lines, the titles first. @param width as in `fitColumns` */
export function vmTable(
  facts: Facts,
  vms: readonly Vm[],
  width: number,
  paint: ReturnType<typeof painter>,
): readonly string[] {
  const { app, accountId } = facts;
  const listed = vms.map((vm) => ({ key: vmKey(accountId, vm.id), vm }));
  const rows = groupVms(listed, app.vmWaste)
    .flatMap(({ members }) => members.toSorted((a, b) => byRate(a.vm, b.vm)))
    .map(({ key, vm }) => rowOf(facts, vm, key));
  const cells = rows.map((row) => row.cells);
  const [titles, ...lines] = fitColumns(columns, cells, width);
  return [
    paint('dim', titles),
    ...lines.map((line, at) => paint(rows[at]?.style ?? 'reset', line)),
  ];
}

/** The VMs of a spend, which has their GPU and rate only. Ordered and aligned as `vmTable`. */
function billedTable(vms: readonly SpendVm[], width: number) {
  const nameOf = ({ vmId, ...vm }: SpendVm) => vmName({ ...vm, id: vmId, label: null });
  const cells = vms
    .toSorted(
      (a, b) => largestFirst(a.totalPerHour, b.totalPerHour) || byName(nameOf(a), nameOf(b)),
    )
    .map((vm) => ({
      label: nameOf(vm),
      gpu: gpuLabel(vm) || none,
      rate: formatAmount(vm.totalPerHour),
    }));
  const { label, gpu, rate } = columns;
  return fitColumns({ label, gpu, rate }, cells, width);
}

export interface TableOptions {
  readonly now: number;
  readonly color: boolean;
  readonly width: number;
  /** Prints the accounts' problems below the table, where standard error would be overwritten. */
  readonly hasProblems: boolean;
}

const INDENT = '  ';

function spendLine(spend: Spend): string {
  const { perDay, perMonth, runningVms, isAtLeast } = spend;
  const own = [
    messages.status.perDay(formatMoney(perDay)),
    messages.status.perMonth(formatMoney(perMonth)),
  ];
  // The sum of the VMs has no other figures.
  const parts = [formatRate(shownRate(spend), isAtLeast), ...(isAtLeast === undefined ? own : [])];
  const running = runningVms === null ? [] : [messages.status.running(runningVms)];
  return [...parts, ...running].join('   ');
}

function costsLine({ today, month, forecast }: ReturnType<typeof shownCosts>, now: number): string {
  const day = otherUtcDay(now);
  return [
    messages.status.today(formatMoney(today.amount, today.isAtLeast)),
    messages.status.month(monthName(now), formatMoney(month.amount, month.isAtLeast)),
    messages.status.forecast(formatMoney(forecast, month.isAtLeast)),
    ...(day === null ? [] : [messages.status.day(day)]),
  ].join('   ');
}

/** The table for people, one string per line. Texts of the service are made printable. */
export function statusTable(app: AppState, options: TableOptions): string[] {
  const { now } = options;
  const accounts = viewsOf(app);
  const paint = painter(options.color);

  function vmLines({ vms }: VmList, account: AccountView): string[] {
    const shown = vms.filter((vm) => vm.phase !== 'destroyed');
    const hidden = vms.length - shown.length;
    const facts = { app, accountId: account.id, now };
    const table = () => vmTable(facts, shown, options.width - INDENT.length, paint);
    return [
      ...(shown.length === 0 ? [messages.status.noVms] : table()),
      ...(hidden > 0 ? [paint('dim', messages.status.destroyed(hidden))] : []),
    ];
  }

  function billedLines({ vms, skipped }: Spend): string[] {
    const [titles, ...lines] = billedTable(vms, options.width - INDENT.length);
    return [
      ...(vms.length === 0 ? [] : [paint('dim', titles), ...lines]),
      ...(skipped > 0 ? [paint('yellow', messages.status.skipped(skipped))] : []),
    ];
  }

  function accountLines(account: AccountView): string[] {
    const { name, status, state } = account;
    const age =
      state.asOf === null
        ? messages.status.noData
        : messages.status.age(formatDuration(now - state.asOf));
    const head = `${paint('bold', name)}  ${messages.status.freshness[status]}, ${age}`;
    const issues = accountIssues(app, now, account.id);
    const issueLines = (tone: Issue['tone']) =>
      issues
        .filter((issue) => issue.tone === tone)
        .map((issue) => paint('yellow', issueLine(issue)));
    const { vms, spend } = state;
    const below = [
      ...issueLines('quiet'),
      ...(spend.value ? [spendLine(spend.value)] : []),
      ...(vms.value ? vmLines(vms.value, account) : []),
      ...issueLines('warning'),
      ...(spend.value && isBillingOnly(state) && !vms.value ? billedLines(spend.value) : []),
    ];
    return [head, ...below.map((line) => `${INDENT}${line}`), ''];
  }

  function totalLines(): string[] {
    const { running, shownRate: perHour, isAtLeast, byAccount } = figuresOf(app);
    const costs = shownCosts(app, now);
    const rate = formatRate(perHour, isAtLeast);
    const split = byAccount.map(
      (part) => `${accountName(app.accounts, part.accountId)} ${formatMoney(part.rate)}`,
    );
    const { problem, isUnreported } = costs;
    const lackText = isUnreported ? messages.status.noTotal(serviceName(accounts)) : null;
    const why = problem === null ? lackText : problemLine(problem, { at: 'spend', now });
    const isUnknown = costs.today.amount === null || costs.month.amount === null;
    const about = isUnknown ? messages.status.costsUnknown : messages.status.costsAtLeast;
    const all = messages.status.allAccounts([rate, ...split].join(' · '), running);
    return [
      ...(accounts.length > 1 ? [paint('bold', all)] : []),
      costsLine(costs, now),
      ...(why === null ? [] : [paint('yellow', about(why))]),
    ];
  }

  if (accounts.length === 0) return [];
  const problems = options.hasProblems ? problemNotes(app, now) : [];
  return [
    ...accounts.flatMap(accountLines),
    ...totalLines(),
    ...problems.map(({ line }) => paint('yellow', line)),
  ];
}

export interface StatusRun extends SourcesRun<'status'> {
  /** Reads what this computer has of the VMs, idle times, SSH files and auto-stops: the app may write them at any time. */
  readonly readFiles: (app: AppState) => Promise<AppState>;
}

export function renderStatus(
  app: AppState,
  { command, terminal, clock }: StatusRun,
  hasProblems = false,
): string {
  const now = clock.now();
  if (command.json) return `${terminalJson(statusJson(app, now))}\n`;
  const color = command.color && terminal.hasColor;
  const options = { now, color, width: terminal.width, hasProblems };
  return `${statusTable(app, options).join('\n')}\n`;
}
