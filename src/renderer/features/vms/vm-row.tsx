import { memo } from 'react';
import { mayAnswerLogin, type Vm } from '../../../shared/domain/vm.ts';
import { loginObstacle } from '../../../shared/vms/login-obstacle.ts';
import { vmRow } from '../../../shared/vms/vm-row.ts';
import { useAppFields } from '../../app-fields.ts';
import { go } from '../../navigation.ts';
import { AccountMark, Icon, Meter, StatusMark, stopwatch, useSecond } from '../../ui/index.ts';
import { Amount } from '../usage/amount.tsx';
import { useListView } from './list-view.ts';
import { messages } from './messages.ts';
import { CopySsh, RowMenuButton, RowOutcome, useRowMenu } from './row-actions.tsx';
import type { RowResult } from './row-result.tsx';
import { secondLine } from './second-line.ts';
import type { RowPlace } from './use-rows-in-view.ts';
import type { VmEntry } from './vm-entries.ts';
import { VmName } from './vm-name.tsx';

type Figures = ReturnType<typeof secondLine>['load'];

const rounded = ({ name, percent }: Figures[number]) => `${Math.round(percent)}% ${name}`;

function Load({ figures, hasMeter }: { readonly figures: Figures; readonly hasMeter: boolean }) {
  const [first] = figures;
  if (first === undefined) return null;
  const label = figures.map(rounded).join(', ');
  return (
    <span aria-label={label} className="vm-row-load" role="img" title={label}>
      {hasMeter && <Meter percent={first.percent} />}
      {figures.map(rounded).join('  ')}
    </span>
  );
}

function Stopwatch({ since }: { readonly since: number }) {
  return stopwatch(useSecond() - since);
}

interface DetailProps {
  readonly line: ReturnType<typeof secondLine>;
  readonly isMuted: boolean;
}

function Detail({ line, isMuted }: DetailProps) {
  const { what, state, creatingSince } = line;
  return (
    <span className="vm-row-detail text-quiet text-small">
      {what !== '' && (
        <span className="vm-row-what one-line" dir="auto" title={what}>
          {what}
        </span>
      )}
      <Load figures={line.load} hasMeter={line.hasMeter} />
      {state !== '' && (
        <span
          className={`vm-row-state one-line ${line.tone === 'amber' ? 'text-amber' : ''}`}
          dir="auto"
          title={line.hover ?? state}
        >
          {state} {creatingSince !== null && <Stopwatch since={creatingSince} />}
        </span>
      )}
      {isMuted && (
        <span className="vm-row-muted" title={messages.muted}>
          <Icon name="muted" />
          <span className="sr-only">{messages.muted}</span>
        </span>
      )}
    </span>
  );
}

interface VmRowProps extends Omit<VmEntry, 'key' | 'id'>, RowResult, RowPlace {
  readonly rowKey: string;
  readonly isActive: boolean;
  readonly now: number;
  /** Characters of the second line; null: the row has one line. */
  readonly room: number | null;
}

const GONE = { phase: 'destroyed' } as const;

/** Memoized, since the list may have thousands of rows. */
export const VmRow = memo(function VmRow(props: VmRowProps) {
  const { accountId, account, rowKey, isGone } = props;
  const vm: Vm = isGone ? { ...props.vm, ...GONE } : props.vm;
  const phase = vm.phase;
  const { isOld, isMuted, ...known } = useAppFields((app) => ({
    login: app.vmSshAccess[rowKey],
    times: app.vmActivity[rowKey],
    ...vmRow({ app, accountId, now: props.now }, vm, rowKey),
    firstSeen: app.firstSeen[rowKey],
    load: app.vmLoads[rowKey],
    operation: app.operations[rowKey],
    autoStop: app.autoStops[rowKey],
    hideAmounts: app.preferences.hideAmounts,
    isMuted: app.preferences.mutedVms.includes(rowKey),
    isOld: app.snapshots[accountId]?.freshness === 'outOfDate',
  }));
  const { name, perHour } = known;
  const obstacle = loginObstacle(vm, known.login);
  const line = secondLine({ vm, ...known }, props.now, props.room);
  const isLine = props.room === null;
  const hasCopy = (!isLine || known.waste) && obstacle === null && mayAnswerLogin(vm);
  const classes = `vm-row ${isOld ? 'vm-row-old' : ''} ${isLine ? 'vm-row-line' : ''}`;
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      className={classes}
      data-vm={vm.id}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      <button
        aria-keyshortcuts="Control+C Meta+C Control+O Meta+O"
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
        <StatusMark label={phase} phase={known.waste ? 'waste' : phase} />
        <VmName isBilled={(perHour ?? 0) > 0} name={name} />
        {account !== null && <AccountMark name={account} />}
        <Amount
          amount={isGone ? null : perHour}
          per="h"
          reasonOf={({ vmRateReason }, app) => (isGone ? null : vmRateReason(app, accountId, vm))}
        />
        <Detail isMuted={isMuted} line={line} />
        {obstacle !== null && phase !== 'running' && <span className="sr-only">{obstacle}</span>}
      </button>
      {hasCopy && (
        <CopySsh
          accountId={accountId}
          isActive={props.isActive}
          name={name}
          result={props.result}
          vm={vm}
        />
      )}
      {/* In a row of one line, the place is that of the copy button: the menu opens by right-click and key. */}
      {!(isLine && hasCopy) && (
        <RowMenuButton accountId={accountId} isActive={props.isActive} name={name} vm={vm} />
      )}
      <RowOutcome result={props.result} />
    </li>
  );
});
