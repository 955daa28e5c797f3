import { create } from 'zustand';
import { mayAnswerLogin, type Vm } from '../../../shared/domain/index.ts';
import { isInTrouble } from '../../../shared/vms/index.ts';
import { type CopyOutcome, copyFromVm } from '../../copy-from-vm.ts';
import { type Opening, openingLabel, openVm } from '../../open-vm.ts';
import { useAccount } from '../../store.ts';
import { Icon, lazy, onDemand, RefusalText } from '../../ui/index.ts';
import { consoleLabel, copySshLabel, menuLabel, messages } from './messages.ts';
import type { OpenRowMenu } from './row-menu.tsx';

/** The shown results of copying and opening; null: none. */
export interface RowResult {
  readonly copied: CopyOutcome | null;
  readonly opening: Opening | null;
}

const isDone = (copied: CopyOutcome | null) => copied !== null && copied.refusal === null;

const labelOf = (opening: Opening | null) =>
  opening !== null && opening.refusal === null ? openingLabel(opening) : null;

interface RowActionProps extends Pick<RowResult, 'copied'> {
  readonly accountId: string;
  readonly vm: Vm;
  readonly name: string;
  /** Why there is no SSH command; null: there is one. */
  readonly obstacle: string | null;
  readonly isActive: boolean;
}

function CopySsh({ accountId, vm, name, copied, isActive }: RowActionProps) {
  const isCopied = isDone(copied);
  return (
    <button
      aria-label={copySshLabel(name)}
      className={`vm-row-copy rounded-md hover:bg-hover ${isCopied ? 'text-accent' : 'text-quiet hover:text-ink'}`}
      onClick={() => copyFromVm({ accountId, vmId: vm.id, what: 'ssh' })}
      tabIndex={isActive ? 0 : -1}
      title={isCopied ? messages.copied : messages.copyHint}
      type="button"
    >
      <Icon name={isCopied ? 'done' : 'copy'} />
    </button>
  );
}

function OpenConsole({ accountId, vm, name, isActive }: RowActionProps) {
  return (
    <button
      aria-label={consoleLabel(name)}
      className="vm-row-console rounded-md font-medium text-accent text-small hover:underline"
      onClick={() => openVm({ accountId, vmId: vm.id }, { kind: 'console' })}
      tabIndex={isActive ? 0 : -1}
      type="button"
    >
      {messages.console}
    </button>
  );
}

/** The primary action of a row, at the same place in every row: copy where a login may work, the console for a VM in trouble. */
export function RowAction(props: RowActionProps) {
  const { accountId, vm, obstacle } = props;
  const hasConsole = useAccount(accountId)?.consoleUrl != null;
  if (obstacle === null && mayAnswerLogin(vm.status)) return <CopySsh {...props} />;
  if (hasConsole && isInTrouble(vm)) return <OpenConsole {...props} />;
  return <span className="vm-row-copy" title={obstacle ?? undefined} />;
}

const RowMenu = lazy(onDemand(() => import('./row-menu.tsx').then((all) => all.RowMenu)));

export const useRowMenu = create<{ readonly menu: OpenRowMenu | null }>(() => ({ menu: null }));

interface RowMenuButtonProps extends Pick<OpenRowMenu, 'accountId' | 'vm'> {
  readonly name: string;
  readonly isActive: boolean;
}

/** Visible while the row has the pointer or the focus. */
export function RowMenuButton({ accountId, vm, name, isActive }: RowMenuButtonProps) {
  return (
    <button
      aria-haspopup="menu"
      aria-label={menuLabel(name)}
      className="vm-row-more rounded-md text-quiet hover:text-ink"
      onClick={({ currentTarget }) =>
        useRowMenu.setState({ menu: { accountId, vm, trigger: currentTarget } })
      }
      tabIndex={isActive ? 0 : -1}
      type="button"
    >
      ⋯
    </button>
  );
}

export function OpenedRowMenu() {
  const menu = useRowMenu((state) => state.menu);
  return menu && <RowMenu {...menu} onClose={() => useRowMenu.setState({ menu: null })} />;
}

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** Announces the latest result. One live region for all rows, since each takes time to lay out. */
export function ResultAnnouncement({ copied, opening }: RowResult) {
  return (
    <span aria-live="polite" className="sr-only">
      {isDone(copied) ? messages.copied : labelOf(opening)}
    </span>
  );
}

/** The result of a row, below it and over its neighbors. A successful copy is only announced. */
export function ActionResult({ copied, opening }: RowResult) {
  const refusal = copied?.refusal ?? opening?.refusal ?? null;
  const label = labelOf(opening);
  return (
    <>
      {refusal !== null && (
        <div className="vm-row-result" key="refusal" ref={scrollIntoView}>
          <RefusalText refusal={refusal} />
        </div>
      )}
      {refusal === null && label !== null && (
        <p aria-hidden="true" className="vm-row-result text-small" key="label" ref={scrollIntoView}>
          {label}
        </p>
      )}
    </>
  );
}
