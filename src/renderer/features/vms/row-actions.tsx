import { create } from 'zustand';
import type { Vm } from '../../../shared/domain/index.ts';
import { type CopyOutcome, copyFromVm } from '../../copy-from-vm.ts';
import { type Opening, openingLabel } from '../../openings.ts';
import { Icon, lazy, onDemand } from '../../ui/index.ts';
import { copySshLabel, menuLabel, messages } from './messages.ts';
import type { OpenRowMenu } from './row-menu.tsx';

/** The shown results of copying and opening; null: none. */
export interface RowResult {
  readonly copied: CopyOutcome | null;
  readonly opening: Opening | null;
}

const isDone = (copied: CopyOutcome | null) => copied !== null && copied.refusal === null;

const labelOf = (opening: Opening | null) =>
  opening !== null && opening.refusal === null ? openingLabel(opening) : null;

interface CopySshProps extends Pick<RowResult, 'copied'> {
  readonly accountId: string;
  readonly vm: Vm;
  readonly name: string;
  readonly isActive: boolean;
}

/** The primary action of a row. */
export function CopySsh({ accountId, vm, name, copied, isActive }: CopySshProps) {
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

/** Announces the latest result. One live region for all rows, since each takes time to lay out. */
export function ResultAnnouncement({ copied, opening }: RowResult) {
  return (
    <span aria-live="polite" className="sr-only">
      {isDone(copied) ? messages.copied : labelOf(opening)}
    </span>
  );
}

/** Only a refusal and a slow start are shown. */
const ActionResult = lazy(
  onDemand(() => import('./row-result.tsx').then((all) => all.ActionResult)),
);

/** The result of a row. A successful copy is only announced. */
export function RowOutcome({ copied, opening }: RowResult) {
  const label = labelOf(opening);
  const refusal = copied?.refusal ?? opening?.refusal ?? null;
  return (refusal ?? label) !== null && <ActionResult label={label} refusal={refusal} />;
}
