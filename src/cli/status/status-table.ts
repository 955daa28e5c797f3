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
import { accountLine } from './account-line.ts';
import type { AccountView } from './account-view.ts';
import { alignColumns, type Column, cutTo } from './columns.ts';

/** What the table depends on besides the accounts. */
export interface TableOptions {
  /** ms since the epoch. */
  readonly now: number;
  readonly color: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Shape first, colour second: the shapes of the panel. */
const LOOK: Readonly<Record<VmPhase, { shape: string; style: Style; order: number }>> = {
  running: { shape: '●', style: 'green', order: 0 },
  changing: { shape: '◐', style: 'cyan', order: 1 },
  interrupted: { shape: '◇', style: 'yellow', order: 2 },
  failed: { shape: '✕', style: 'red', order: 2 },
  offline: { shape: '▫', style: 'yellow', order: 2 },
  unknown: { shape: '?', style: 'yellow', order: 2 },
  stopped: { shape: '○', style: 'dim', order: 3 },
  destroyed: { shape: '·', style: 'dim', order: 4 },
};

const COLUMNS: readonly Column[] = [
  { title: 'STATUS', align: 'left', widest: 16 },
  { title: 'LABEL', align: 'left', widest: 28 },
  { title: 'GPU', align: 'left', widest: 14 },
  { title: 'UPTIME', align: 'right', widest: 8 },
  { title: '$/H', align: 'right', widest: 14 },
  { title: 'IP', align: 'left', widest: 39 },
];

const order = (vm: Vm) => LOOK[vmPhase(vm.status)].order;

function uptime(vm: Vm, now: number): string {
  const since = runningSince(vm);
  return since === null ? '—' : formatDuration(now - since);
}

function row(vm: Vm, spend: Spend | null, now: number): string[] {
  const gpu = `${vm.gpuCount ?? '?'} × ${vm.gpuType === null ? '?' : printable(vm.gpuType)}`;
  return [
    `${LOOK[vmPhase(vm.status)].shape} ${printable(vm.status)}`,
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
    `${formatMoney(perDay)}/day`,
    `${formatMoney(perMonth)}/month`,
  ];
  const running = runningVms === null ? [] : [`${runningVms} running`];
  return [...parts, ...running].join('   ');
}

/** The table for people: pure, one string per line, with every text of the service made harmless. */
export function statusTable(accounts: readonly AccountView[], options: TableOptions): string[] {
  const paint = (style: Style, text: string) =>
    options.color ? styleText(style, text, { validateStream: false }) : text;

  function vmLines(vms: readonly Vm[], spend: Spend | null): string[] {
    const shown = vms.filter((vm) => vmPhase(vm.status) !== 'destroyed');
    const sorted = shown.toSorted((a, b) => order(a) - order(b));
    const hidden = vms.length - shown.length;
    const lines = sorted.length === 0 ? ['No VMs.'] : [];
    if (sorted.length > 0) {
      const [titles = '', ...rows] = alignColumns(
        COLUMNS,
        sorted.map((vm) => row(vm, spend, options.now)),
      );
      lines.push(paint('dim', titles));
      rows.forEach((line, index) => {
        const phase = vmPhase(sorted[index]?.status ?? '');
        lines.push(paint(LOOK[phase].style, line));
      });
    }
    if (hidden > 0) lines.push(paint('dim', `${hidden} destroyed, not shown`));
    return lines;
  }

  function accountLines({ label, state, asOf }: AccountView): string[] {
    const status = accountStatus(state);
    const age = asOf === null ? 'no figures yet' : `${formatDuration(options.now - asOf)} old`;
    const head = `${paint('bold', cutTo(printable(label), 60))}  ${status}, ${age}`;
    const told = accountLine(state);
    const { vms, spend } = state;
    const skipped = vms.value?.skipped ?? 0;
    return [
      head,
      ...(told === null ? [] : [paint('yellow', told)]),
      ...(spend.value ? [spendLine(spend.value)] : []),
      ...(vms.value ? vmLines(vms.value.vms, spend.value) : []),
      ...(skipped > 0 ? [paint('yellow', `${skipped} could not be read`)] : []),
    ].map((line, index) => (index === 0 ? line : `  ${line}`));
  }

  const lines = accounts.flatMap((account) => [...accountLines(account), '']);
  if (accounts.length > 1) {
    const { running, ratePerHour } = totalsOf(countedOnce(accounts));
    return [
      ...lines,
      paint('bold', `All accounts: ${formatRate(ratePerHour)}, ${running} running`),
    ];
  }
  return lines.slice(0, -1);
}
