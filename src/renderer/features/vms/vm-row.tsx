import { memo } from 'react';
import { loginObstacle } from '../../../shared/app/index.ts';
import { runningSince, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { coarseDuration, Money, StatusMark, useMinute } from '../../ui/index.ts';
import { CopySsh } from './copy-ssh.tsx';
import { gpuWords } from './gpu-words.ts';
import { useListView } from './list-view.ts';
import { RowAnswer } from './row-answer.tsx';
import { RowDetail } from './row-detail.tsx';
import { useRowMenu } from './row-menu.ts';
import { nameOf } from './vm-entry.ts';

interface VmRowProps {
  readonly vm: Vm;
  /** $/h that it costs now, null: not known. */
  readonly billed: number | null;
  readonly rowKey: string;
  readonly accountId: string;
  readonly accountLabel: string | null;
  /** px. */
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly outOf: number;
  readonly isActive: boolean;
}

function RunningTime({ vm }: { readonly vm: Vm }) {
  const now = useMinute();
  const since = runningSince(vm);
  return since === null ? null : coarseDuration(now - since);
}

/** What fills the place of the GPUs: for a stopped VM that costs something, why it does. */
function middleWords(vm: Vm, billed: number | null): string {
  const isStopped = vmPhase(vm.status) === 'stopped';
  return isStopped && billed !== null && billed > 0 ? 'disk still bills' : gpuWords(vm);
}

/** One VM. Drawn again only when the VM, what is billed for it, its login, its place or the minute is another. */
export const VmRow = memo(function VmRow(props: VmRowProps) {
  const { vm, billed, accountId, accountLabel, rowKey } = props;
  const name = nameOf(vm);
  const phase = vmPhase(vm.status);
  const middle = middleWords(vm, billed);
  const login = useApp(({ vmLogins }) => vmLogins[rowKey]);
  const obstacle = loginObstacle(vm, login);
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.outOf}
      className="vm-row slides"
      data-vm={vm.id}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      <button
        className="vm-row-main"
        data-row={rowKey}
        onContextMenu={(event) => {
          event.preventDefault();
          const place = { entry: { accountId, vm }, x: event.clientX, y: event.clientY };
          useRowMenu.setState({ place });
        }}
        onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })}
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
        <RowDetail accountLabel={accountLabel} login={login} vm={vm} />
        {obstacle !== null && phase !== 'running' && <span className="sr-only">{obstacle}</span>}
      </button>
      <CopySsh
        accountId={accountId}
        isActive={props.isActive}
        name={name}
        obstacle={obstacle}
        vmId={vm.id}
      />
      <RowAnswer target={{ accountId, vmId: vm.id }} />
    </li>
  );
});
