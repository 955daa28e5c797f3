import { autoStopLabel } from '../../shared/auto-stop/auto-stop.ts';
import {
  byName,
  coresLabel,
  largestFirst,
  runningSince,
  type SpendVm,
  type Vm,
  type VmPhase,
  vmName,
} from '../../shared/domain/index.ts';
import { formatAmount, formatDuration, printable } from '../../shared/format/index.ts';
import { meanLoad } from '../../shared/gpu-load/gpu-load.ts';
import { listedGpus } from '../../shared/vms/listed-load.ts';
import { fitColumns } from '../columns.ts';
import * as messages from '../messages.ts';
import type { VmSsh } from '../ssh/vm-ssh.ts';

/** The panel's shapes: statuses never differ in color alone. */
const SHAPES: Readonly<Record<VmPhase, string>> = {
  running: '●',
  creating: '◐',
  starting: '◐',
  stopping: '◐',
  interrupted: '◇',
  failed: '✕',
  offline: '▫',
  unknown: '?',
  unconfirmed: '?',
  stopped: '○',
  destroyed: '·',
};

export interface VmRow {
  readonly vm: Vm;
  readonly ssh: VmSsh;
}

const { columns } = messages.status;

type Key = keyof typeof columns;

/** The widest first. Each has the name, the alias and the rate. */
const LAYOUTS: readonly (readonly Key[])[] = [
  ['status', 'label', 'alias', 'gpu', 'uptime', 'load', 'login', 'autoStop', 'rate', 'ip'],
  ['status', 'label', 'alias', 'gpu', 'uptime', 'load', 'login', 'autoStop', 'rate'],
  ['status', 'label', 'alias', 'gpu', 'uptime', 'login', 'autoStop', 'rate'],
  ['status', 'label', 'alias', 'gpu', 'uptime', 'autoStop', 'rate'],
  ['status', 'label', 'alias', 'gpu', 'autoStop', 'rate'],
  ['status', 'label', 'alias', 'autoStop', 'rate'],
  ['status', 'label', 'alias', 'rate'],
  ['shape', 'label', 'alias', 'rate'],
];

/** Left out where no VM has a value. */
const OPTIONAL: readonly Key[] = ['alias', 'load', 'login', 'autoStop'];

/** As in the panel: of the GPUs if it is known, else of CPU and RAM. */
function loadText(vm: Vm): string {
  if (vm.phase !== 'running') return messages.status.none;
  const gpu = meanLoad(listedGpus(vm) ?? []);
  return gpu === null
    ? messages.status.load(vm.cpuPercent, vm.ramPercent)
    : messages.status.gpuLoad(gpu);
}

function autoStopText(autoStop: VmSsh['autoStop'], now: number): string {
  if (autoStop === undefined) return messages.status.none;
  return `${autoStopLabel(autoStop, now, false)}${autoStop.armed?.mark ?? ''}`;
}

function cellsOf({ vm, ssh }: VmRow, now: number): Readonly<Record<Key, string>> {
  const shape = SHAPES[vm.phase];
  const since = runningSince(vm);
  return {
    shape,
    // Without the rest of a note such as `outbid; it starts again by itself`, which `show` prints.
    status: `${shape} ${printable(vm.note?.split(';')[0] ?? vm.status)}`,
    label: vmName(vm),
    alias: ssh.alias ?? messages.status.none,
    gpu: coresLabel(vm) ?? messages.status.gpu(vm.gpuCount, vm.gpuType),
    uptime: since === null ? messages.status.none : formatDuration(now - since),
    load: loadText(vm),
    login: ssh.isReady === undefined ? messages.status.none : messages.status.login(ssh.isReady),
    autoStop: autoStopText(ssh.autoStop, now),
    rate: formatAmount(vm.billed.perHour),
    ip: vm.ipAddress === null ? messages.status.none : printable(vm.ipAddress),
  };
}

/** Highest rate first, unknown rates last, then by name. */
export function vmRows(vms: readonly Vm[], sshOf: (vm: Vm) => VmSsh): readonly VmRow[] {
  return vms
    .toSorted(
      (a, b) => largestFirst(a.billed.perHour, b.billed.perHour) || byName(vmName(a), vmName(b)),
    )
    .map((vm) => ({ vm, ssh: sshOf(vm) }));
}

/** The VMs of a spend, which has their GPU and rate only. Ordered and aligned as `vmTable`. */
export function billedTable(vms: readonly SpendVm[], width: number): string[] {
  const nameOf = ({ vmId, defaultName }: SpendVm) => vmName({ id: vmId, defaultName, label: null });
  const cells = vms
    .toSorted(
      (a, b) => largestFirst(a.totalPerHour, b.totalPerHour) || byName(nameOf(a), nameOf(b)),
    )
    .map((vm) => ({
      label: nameOf(vm),
      gpu: messages.status.gpu(vm.gpuCount, vm.gpuType),
      rate: formatAmount(vm.totalPerHour),
    }));
  const layouts = [['label', 'gpu', 'rate'] as const, ['label', 'rate'] as const];
  return fitColumns({ columns, layouts, cut: 'label' }, cells, width);
}

/** Aligned lines, the titles first. @param width as in `fitColumns` */
export function vmTable(rows: readonly VmRow[], now: number, width: number): string[] {
  const cells = rows.map((row) => cellsOf(row, now));
  const empty = OPTIONAL.filter((key) => cells.every((row) => row[key] === messages.status.none));
  const layouts = LAYOUTS.map((layout) => layout.filter((key) => !empty.includes(key)));
  return fitColumns({ columns, layouts, cut: 'label' }, cells, width);
}
