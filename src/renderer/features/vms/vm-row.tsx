import { memo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { shownCurrency } from '../../../shared/format/index.ts';
import { idleSince, loginObstacle } from '../../../shared/vms/index.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { AccountDot, Meter, StatusMark, stopwatch, useSecond } from '../../ui/index.ts';
import { Amount } from '../usage/amount.tsx';
import { useListView } from './list-view.ts';
import {
  ActionResult,
  RowAction,
  RowMenuButton,
  type RowResult,
  useRowMenu,
} from './row-actions.tsx';
import { type RowFacts, secondLine } from './second-line.ts';
import type { RowPlace } from './use-rows-in-view.ts';
import { nameOf, type RowAccount, type VmEntry } from './vm-entries.ts';
import { VmName } from './vm-name.tsx';

type Figures = ReturnType<typeof secondLine>['load'];

const rounded = ({ name, percent }: Figures[number]) => `${Math.round(percent)}% ${name}`;

/** The CSS shows what fits: all figures, the first or none. */
function Load({ figures }: { readonly figures: Figures }) {
  if (figures.length === 0) return null;
  const label = figures.map(rounded).join(', ');
  const isGpu = figures[0]?.name === 'gpu';
  return (
    <span
      aria-label={label}
      className={isGpu ? 'vm-row-load vm-row-gpu' : 'vm-row-load'}
      role="img"
      title={label}
    >
      {figures.map((figure) => (
        <span key={figure.name}>
          <Meter percent={figure.percent} />
          {rounded(figure)}
        </span>
      ))}
    </span>
  );
}

function Stopwatch({ since }: { readonly since: number }) {
  return stopwatch(useSecond() - since);
}

const TONES = { quiet: '', amber: 'text-amber', red: 'text-red' } as const;

function SecondLine({
  facts,
  account,
  now,
}: {
  readonly facts: RowFacts;
  readonly account: RowAccount | null;
  readonly now: number;
}) {
  const { what, load, state, tone, creatingSince } = secondLine(facts, now);
  return (
    <span className="vm-row-detail text-quiet text-small">
      <span className="vm-row-what one-line" dir="auto" title={what}>
        {what}
      </span>
      <Load figures={load} />
      {state !== '' && (
        <span className={`vm-row-state one-line ${TONES[tone]}`} dir="auto" title={state}>
          {state} {creatingSince !== null && <Stopwatch since={creatingSince} />}
        </span>
      )}
      {account !== null && (
        <span className="vm-row-chip one-line" dir="auto" title={account.label}>
          <AccountDot color={account.color} /> {account.short}
        </span>
      )}
    </span>
  );
}

interface VmRowProps extends Omit<VmEntry, 'key' | 'id'>, RowResult, RowPlace {
  readonly rowKey: string;
  readonly isActive: boolean;
  readonly now: number;
}

const GONE = { status: 'destroyed' } as const;

/** Memoized, since the list may have thousands of rows. */
export const VmRow = memo(function VmRow(props: VmRowProps) {
  const { billed, accountId, account, rowKey, isGone } = props;
  const vm: Vm = isGone ? { ...props.vm, ...GONE } : props.vm;
  const name = nameOf(props.vm);
  const phase = vmPhase(vm.status);
  const { isOld, ...facts } = useApp(
    useShallow((app) => ({
      login: app.vmSshAccess[rowKey],
      times: app.vmActivity[rowKey],
      idleSince: idleSince({ app, accountId, steadySince: 0, now: props.now }, vm, rowKey),
      load: app.vmLoads[rowKey],
      operation: app.operations[rowKey],
      autoStop: app.autoStops[rowKey],
      currency: shownCurrency(app.preferences),
      isOld: app.snapshots[accountId]?.freshness === 'outOfDate',
    })),
  );
  const obstacle = loginObstacle(vm, facts.login);
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      className={isOld ? 'vm-row vm-row-old' : 'vm-row'}
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
        <StatusMark label={phase} phase={phase} />
        <VmName name={name} />
        <Amount
          amount={isGone ? null : billed}
          isNarrow
          per="h"
          reasonOf={({ vmRateReason }, app) => (isGone ? null : vmRateReason(app, accountId, vm))}
        />
        <SecondLine account={account} facts={{ vm, billed, ...facts }} now={props.now} />
        {obstacle !== null && phase !== 'running' && <span className="sr-only">{obstacle}</span>}
      </button>
      <RowAction
        accountId={accountId}
        copied={props.copied}
        isActive={props.isActive}
        name={name}
        obstacle={obstacle}
        vm={vm}
      />
      <RowMenuButton accountId={accountId} isActive={props.isActive} name={name} vm={vm} />
      <ActionResult copied={props.copied} opening={props.opening} />
    </li>
  );
});
