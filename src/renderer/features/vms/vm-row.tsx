import { memo } from 'react';
import { loginObstacle } from '../../../shared/app/index.ts';
import { runningSince, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  coarseDuration,
  Money,
  StatusMark,
  stopwatch,
  useMinute,
  useSecond,
} from '../../ui/index.ts';
import { useListView } from './list-view.ts';
import { gpuLabel, messages } from './messages.ts';
import { ActionResult, CopySsh } from './row-actions.tsx';
import { useRowMenu } from './row-menu.tsx';
import { type RowFacts, secondLine } from './second-line.ts';
import { nameOf } from './vm-entries.ts';

/** A small bar with its name; the figure is its title. */
function Meter({ name, percent }: { readonly name: string; readonly percent: number }) {
  const label = `${name} ${Math.round(percent)} %`;
  return (
    <span className="flex items-center gap-1" title={label}>
      <span aria-hidden="true">{name}</span>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="meter">
        <span className="meter-fill" style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
    </span>
  );
}

function RunningTime({ vm }: { readonly vm: Vm }) {
  const now = useMinute();
  const since = runningSince(vm);
  return since === null ? null : coarseDuration(now - since);
}

function Stopwatch({ since }: { readonly since: number }) {
  return stopwatch(useSecond() - since);
}

function statusColor(status: string): string {
  switch (vmPhase(status)) {
    case 'changing':
      return 'text-quiet';
    case 'failed':
      return 'text-red';
    default:
      return 'text-amber';
  }
}

function SecondLine(facts: RowFacts) {
  const now = useMinute();
  const line = secondLine(facts, now);
  if (line === null) return null;
  const details = line.details.join(' · ');
  return (
    <span className="vm-row-detail text-quiet text-small">
      {line.status !== null && (
        <span
          className={`one-line max-w-32 shrink-0 ${statusColor(facts.vm.status)}`}
          title={line.status}
        >
          {line.status} {line.creatingSince !== null && <Stopwatch since={line.creatingSince} />}
        </span>
      )}
      {line.trouble !== null && <span className="one-line text-red">{line.trouble}</span>}
      {line.cpu !== null && <Meter name="cpu" percent={line.cpu} />}
      {line.ram !== null && <Meter name="ram" percent={line.ram} />}
      <span className="one-line ml-auto" title={details}>
        {details}
      </span>
    </span>
  );
}

/** The GPUs; for a stopped VM that is still billed, the reason instead. */
function middleLabel(vm: Vm, billed: number | null): string {
  const isStopped = vmPhase(vm.status) === 'stopped';
  return isStopped && billed !== null && billed > 0 ? messages.diskBills : gpuLabel(vm);
}

interface VmRowProps {
  readonly vm: Vm;
  /** $/h billed now; null: unknown. */
  readonly billed: number | null;
  readonly rowKey: string;
  readonly accountId: string;
  readonly accountLabel: string | null;
  /** px. */
  readonly top: number;
  readonly height: number;
  /** From 1. */
  readonly position: number;
  readonly setSize: number;
  readonly isActive: boolean;
}

/** One VM. Renders again only when its props, its login or the minute change. */
export const VmRow = memo(function VmRow(props: VmRowProps) {
  const { vm, billed, accountId, accountLabel, rowKey } = props;
  const name = nameOf(vm);
  const phase = vmPhase(vm.status);
  const middle = middleLabel(vm, billed);
  const login = useApp(({ vmLogins }) => vmLogins[rowKey]);
  const obstacle = loginObstacle(vm, login);
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      className="vm-row slides"
      data-vm={vm.id}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      <button
        className="vm-row-main"
        data-row={rowKey}
        onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })}
        onContextMenu={(event) => {
          event.preventDefault();
          const point = { x: event.clientX, y: event.clientY };
          useRowMenu.setState({ menu: { accountId, vm, trigger: event.currentTarget, point } });
        }}
        onFocus={() => useListView.setState({ activeKey: rowKey })}
        tabIndex={props.isActive ? 0 : -1}
        type="button"
      >
        <StatusMark phase={phase} />
        <span className="sr-only">{phase}</span>
        <span className="one-line font-medium" title={name}>
          {name}
        </span>
        <span className="vm-row-gpu one-line text-quiet text-small" title={middle}>
          {middle}
        </span>
        <span className="vm-row-time whitespace-nowrap text-right text-quiet text-small">
          <RunningTime vm={vm} />
        </span>
        <span className="justify-self-end">
          <Money amount={billed} isNarrow per="h" />
        </span>
        <SecondLine accountLabel={accountLabel} login={login} vm={vm} />
        {obstacle !== null && phase !== 'running' && <span className="sr-only">{obstacle}</span>}
      </button>
      <CopySsh
        accountId={accountId}
        isActive={props.isActive}
        name={name}
        obstacle={obstacle}
        vmId={vm.id}
      />
      <ActionResult target={{ accountId, vmId: vm.id }} />
    </li>
  );
});
