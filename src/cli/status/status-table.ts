import { styleText } from 'node:util';
import {
  accountStatus,
  billedNow,
  countedOnce,
  runningSince,
  type Spend,
  totalsOf,
  type Vm,
  type VmPhase,
  vmName,
  vmPhase,
} from '../../shared/domain/index.ts';
import {
  formatAmount,
  formatDuration,
  formatMoney,
  formatRate,
  printable,
} from '../../shared/format/index.ts';
import * as messages from '../messages.ts';
import { type AccountView, accountLine } from './account-view.ts';
import { alignColumns, type Column, cutTo } from './columns.ts';

export interface TableOptions {
  /** ms since the epoch. */
  readonly now: number;
  readonly color: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** The panel's shapes: a status is never told apart by color alone. */
const STYLES: Readonly<Record<VmPhase, { shape: string; style: Style; order: number }>> = {
  running: { shape: '●', style: 'green', order: 0 },
  changing: { shape: '◐', style: 'cyan', order: 1 },
  interrupted: { shape: '◇', style: 'yellow', order: 2 },
  failed: { shape: '✕', style: 'red', order: 2 },
  offline: { shape: '▫', style: 'yellow', order: 2 },
  unknown: { shape: '?', style: 'yellow', order: 2 },
  stopped: { shape: '○', style: 'dim', order: 3 },
  destroyed: { shape: '·', style: 'dim', order: 4 },
};

const { columns } = messages.status;

const COLUMNS: readonly Column[] = [
  { title: columns.status, align: 'left', maxWidth: 16 },
  { title: columns.label, align: 'left', maxWidth: 28 },
  { title: columns.gpu, align: 'left', maxWidth: 14 },
  { title: columns.uptime, align: 'right', maxWidth: 8 },
  { title: columns.rate, align: 'right', maxWidth: 14 },
  { title: columns.ip, align: 'left', maxWidth: 39 },
];

const order = (vm: Vm) => STYLES[vmPhase(vm.status)].order;

function uptime(vm: Vm, now: number): string {
  const since = runningSince(vm);
  return since === null ? '—' : formatDuration(now - since);
}

function row(vm: Vm, spend: Spend | null, now: number): string[] {
  const gpu = `${vm.gpuCount ?? '?'} × ${vm.gpuType === null ? '?' : printable(vm.gpuType)}`;
  return [
    `${STYLES[vmPhase(vm.status)].shape} ${printable(vm.status)}`,
    vmName(vm),
    gpu,
    uptime(vm, now),
    formatAmount(billedNow(vm, spend)),
    vm.ipAddress === null ? '—' : printable(vm.ipAddress),
  ];
}

function spendLine({ perHour, perDay, perMonth, runningVms }: Spend): string {
  const parts = [
    formatRate(perHour),
    messages.status.perDay(formatMoney(perDay)),
    messages.status.perMonth(formatMoney(perMonth)),
  ];
  const running = runningVms === null ? [] : [messages.status.running(runningVms)];
  return [...parts, ...running].join('   ');
}

/** The table for people, one string per line. Texts of the service are made printable. */
export function statusTable(accounts: readonly AccountView[], options: TableOptions): string[] {
  const paint = (style: Style, text: string) =>
    options.color ? styleText(style, text, { validateStream: false }) : text;

  function vmLines(vms: readonly Vm[], spend: Spend | null): string[] {
    const shown = vms.filter((vm) => vmPhase(vm.status) !== 'destroyed');
    const sorted = shown.toSorted((a, b) => order(a) - order(b));
    const hidden = vms.length - shown.length;
    const lines = sorted.length === 0 ? [messages.status.noVms] : [];
    if (sorted.length > 0) {
      const [titles = '', ...rows] = alignColumns(
        COLUMNS,
        sorted.map((vm) => row(vm, spend, options.now)),
      );
      lines.push(paint('dim', titles));
      rows.forEach((line, index) => {
        const phase = vmPhase(sorted[index]?.status ?? '');
        lines.push(paint(STYLES[phase].style, line));
      });
    }
    if (hidden > 0) lines.push(paint('dim', messages.status.destroyed(hidden)));
    return lines;
  }

  function accountLines({ label, state, asOf }: AccountView): string[] {
    const status = accountStatus(state);
    const age =
      asOf === null
        ? messages.status.noData
        : messages.status.age(formatDuration(options.now - asOf));
    const freshness = `${messages.status.freshness[status]}, ${age}`;
    const head = `${paint('bold', cutTo(printable(label), 60))}  ${freshness}`;
    const problem = accountLine(state);
    const { vms, spend } = state;
    const skipped = vms.value?.skipped ?? 0;
    return [
      head,
      ...(problem === null ? [] : [paint('yellow', problem)]),
      ...(spend.value ? [spendLine(spend.value)] : []),
      ...(vms.value ? vmLines(vms.value.vms, spend.value) : []),
      ...(skipped > 0 ? [paint('yellow', messages.status.skipped(skipped))] : []),
    ].map((line, index) => (index === 0 ? line : `  ${line}`));
  }

  const lines = accounts.flatMap((account) => [...accountLines(account), '']);
  if (accounts.length > 1) {
    const { running, ratePerHour } = totalsOf(countedOnce(accounts));
    return [...lines, paint('bold', messages.status.allAccounts(formatRate(ratePerHour), running))];
  }
  return lines.slice(0, -1);
}
