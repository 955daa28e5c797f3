import { autoStopLabel } from '../../shared/auto-stop/auto-stop.ts';
import type { SpendVm } from '../../shared/domain/billing.ts';
import { byName, largestFirst } from '../../shared/domain/rank.ts';
import { gpuLabel, runningSince, type Vm, type VmPhase, vmName } from '../../shared/domain/vm.ts';
import { formatAmount, formatDuration, printable } from '../../shared/format/index.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { groupVms } from '../../shared/vms/vm-groups.ts';
import { byRate, type VmRow, vmRow } from '../../shared/vms/vm-row.ts';
import { fitColumns } from '../columns.ts';
import * as messages from '../messages.ts';
import type { Style } from '../output.ts';
import type { VmSsh } from '../ssh/vm-ssh.ts';

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

export const markOf = ({ vm, row }: Pick<TableRow, 'vm' | 'row'>): Mark =>
  row.waste === null ? MARKS[vm.phase] : WASTE;

interface TableRow {
  readonly vm: Vm;
  readonly row: VmRow;
  readonly ssh: VmSsh;
}

const { columns, none } = messages.status;

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

const OPTIONAL: readonly Key[] = ['alias', 'load', 'login', 'autoStop'];

function cellsOf({ vm, row, ssh }: TableRow, now: number): Readonly<Record<Key, string>> {
  const [shape] = markOf({ vm, row });
  const since = runningSince(vm);
  return {
    shape,
    // `show` prints the whole note.
    status: `${shape} ${row.state}`,
    label: row.name,
    alias: ssh.alias ?? none,
    gpu: row.gpus || none,
    uptime: since === null ? none : formatDuration(now - since),
    load: row.loads.map(messages.status.load).join(', ') || none,
    login: ssh.isReady === undefined ? none : messages.status.login(ssh.isReady),
    autoStop: ssh.autoStop ? autoStopLabel(ssh.autoStop, now, false) : none,
    rate: formatAmount(row.perHour),
    ip: vm.ipAddress === null ? none : printable(vm.ipAddress),
  };
}

export function vmRows(
  facts: Parameters<typeof vmRow>[0],
  vms: readonly Vm[],
  sshOf: (vm: Vm) => VmSsh,
): readonly TableRow[] {
  const { app, accountId } = facts;
  const listed = vms.map((vm) => ({ key: vmKey(accountId, vm.id), vm }));
  return groupVms(listed, app.vmWaste).flatMap(({ members }) =>
    members
      .toSorted((a, b) => byRate(a.vm, b.vm))
      .map(({ key, vm }) => ({ vm, row: vmRow(facts, vm, key), ssh: sshOf(vm) })),
  );
}

/** The VMs of a spend, which has their GPU and rate only. Ordered and aligned as `vmTable`. */
export function billedTable(vms: readonly SpendVm[], width: number): string[] {
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
  const layouts = [['label', 'gpu', 'rate'] as const, ['label', 'rate'] as const];
  return fitColumns({ columns, layouts, cut: 'label' }, cells, width);
}

/** Aligned lines, the titles first. @param width as in `fitColumns` */
export function vmTable(rows: readonly TableRow[], now: number, width: number): string[] {
  const cells = rows.map((row) => cellsOf(row, now));
  const empty = OPTIONAL.filter((key) => cells.every((row) => row[key] === none));
  const layouts = LAYOUTS.map((layout) => layout.filter((key) => !empty.includes(key)));
  return fitColumns({ columns, layouts, cut: 'label' }, cells, width);
}
