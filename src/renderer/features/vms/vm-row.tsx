import { memo } from 'react';
import type { AccountName } from '../../../shared/accounts/index.ts';
import { mayAnswerLogin, type Vm } from '../../../shared/domain/vm.ts';
import { joined } from '../../../shared/format/index.ts';
import { type ActResult, copySsh, isCopied, refusalOf, resultText } from '../../act-on-vm.ts';
import { go } from '../../store.ts';
import {
  AccountMark,
  Icon,
  Meter,
  Money,
  RefusalText,
  StatusMark,
  stopwatch,
  useSecond,
} from '../../ui/index.ts';
import { useListView } from './list-view.ts';
import type { OpenRowMenu } from './row-menu.tsx';
import { menuLabel, type RowTexts } from './row-texts.ts';
import type { RowPlace } from './use-rows-in-view.ts';

interface VmRowProps extends RowTexts, RowPlace {
  readonly result: ActResult | null;
  readonly rowKey: string;
  readonly accountId: string;
  readonly vm: Vm;
  /** Undefined with a single account. */
  readonly owner: AccountName | undefined;
  readonly isActive: boolean;
  readonly isLine: boolean;
  /** The same function in all renders. */
  readonly onMenu: (menu: OpenRowMenu) => void;
}

/** The name on one line, truncated in the middle, because names of one series differ at their end. */
function nameOf({ name, start, end, vm }: VmRowProps) {
  const weight = (vm.billed.perHour ?? 0) > 0 ? 'font-semibold' : 'font-medium';
  const layout = end === '' ? 'one-line' : 'flex min-w-0 whitespace-pre';
  const image = end === '' ? {} : { 'aria-label': name, role: 'img' };
  return (
    <span {...image} className={`vm-row-name ${layout} ${weight}`} dir="auto" title={name}>
      {end === '' ? name : <span className="overflow-hidden text-ellipsis">{start}</span>}
      {end}
    </span>
  );
}

function Stopwatch({ since }: { readonly since: number }) {
  return stopwatch(useSecond() - since);
}

const textOf = ({ what, load, meter, state }: VmRowProps) => (
  <span className="vm-row-detail one-line whitespace-pre text-quiet text-small">
    {meter !== null && what !== '' && `${what} · `}
    {meter !== null && Meter({ percent: meter })}
    {joined([meter === null && what, load, state])}
  </span>
);

const detailOf = ({ what, load, meter, state, hover, tone, ...row }: VmRowProps) => (
  <span className="vm-row-detail flex text-quiet text-small">
    {what !== '' && (
      <span className="vm-row-what one-line" dir="auto" title={what}>
        {what}
      </span>
    )}
    {load !== '' && (
      <span className="vm-row-load">
        {meter !== null && Meter({ percent: meter })}
        {load}
      </span>
    )}
    {state !== '' && (
      <span
        className={`vm-row-state one-line ${tone === 'amber' ? 'text-amber' : ''}`}
        dir="auto"
        title={hover ?? state}
      >
        {state} {row.creatingSince !== null && <Stopwatch since={row.creatingSince} />}
      </span>
    )}
    {row.isMuted && (
      <span className="vm-row-muted" title="Alerts muted">
        <Icon name="muted" />
        <span className="sr-only">Alerts muted</span>
      </span>
    )}
  </span>
);

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** The result of a row, below it and over its neighbors: a refusal, or a program that opens. A successful copy is only announced. */
function outcomeOf(result: ActResult | null) {
  if (result === null || result.state === 'done') return null;
  const refusal = refusalOf(result);
  if (refusal === null && result.act.kind === 'copyFromVm') return null;
  return (
    <div className="vm-row-result" key={refusal?.kind} ref={scrollIntoView}>
      <p aria-hidden="true" className="text-small empty:hidden">
        {resultText(result)}
      </p>
      <RefusalText refusal={refusal} />
    </div>
  );
}

/** Memoized, since scrolling renders the list again. Its parts are called as functions, since each component of a row takes time. */
export const VmRow = memo(function VmRow(props: VmRowProps) {
  const { accountId, vm, rowKey, name, owner, obstacle, isLine, result } = props;
  const { phase } = vm;
  const hasCopy = (!isLine || props.isWaste) && obstacle === null && mayAnswerLogin(vm);
  const hasCopied = isCopied(result);
  const tabIndex = props.isActive ? 0 : -1;
  const openMenu = (trigger: HTMLElement, point?: { readonly x: number; readonly y: number }) =>
    props.onMenu({ accountId, vm, trigger, ...(point && { point }) });
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      className={`vm-row ${props.isOld ? 'vm-row-old' : ''} ${isLine ? 'vm-row-line' : ''}`}
      data-vm={vm.id}
      style={{ top: props.top, height: props.height }}
    >
      <button
        aria-keyshortcuts="Control+C Meta+C Control+O Meta+O"
        className="vm-row-main"
        data-row={rowKey}
        onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })}
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(event.currentTarget, { x: event.clientX, y: event.clientY });
        }}
        onFocus={() => useListView.setState({ activeKey: rowKey })}
        tabIndex={tabIndex}
        type="button"
      >
        {StatusMark({ label: phase, phase: props.isWaste ? 'waste' : phase })}
        {nameOf(props)}
        {owner !== undefined && AccountMark({ name: owner })}
        {Money({ amount: vm.billed.perHour, per: 'h' })}
        {props.isText ? textOf(props) : detailOf(props)}
        {obstacle !== null && phase !== 'running' && <span className="sr-only">{obstacle}</span>}
      </button>
      {hasCopy && (
        <button
          aria-label={`Copy SSH command of ${name}`}
          className={`vm-row-copy rounded-md hover:bg-hover ${hasCopied ? 'text-accent' : 'text-quiet hover:text-ink'}`}
          onClick={() => copySsh({ accountId, vmId: vm.id })}
          tabIndex={tabIndex}
          title={hasCopied ? 'Copied' : 'Copy SSH command (Ctrl/Cmd+C)'}
          type="button"
        >
          {Icon({ name: hasCopied ? 'done' : 'copy' })}
        </button>
      )}
      {/* In a row of one line, the place is that of the copy button: the menu opens by right-click and key. Visible with the pointer or focus. */}
      {!(isLine && hasCopy) && (
        <button
          aria-haspopup="menu"
          aria-label={menuLabel(name)}
          className="vm-row-more rounded-md text-quiet hover:text-ink"
          onClick={({ currentTarget }) => openMenu(currentTarget)}
          tabIndex={tabIndex}
          type="button"
        >
          ⋯
        </button>
      )}
      {outcomeOf(result)}
    </li>
  );
});
