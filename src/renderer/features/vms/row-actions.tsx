import { create } from 'zustand';
import { type ActResult, COPY_SSH, resultText, type VmAct } from '../../act-results.ts';
import { Icon, lazy, onDemand } from '../../ui/index.ts';
import { copySshLabel, menuLabel, messages } from './messages.ts';
import type { RowVm } from './row-acts.ts';
import type { OpenRowMenu } from './row-menu.tsx';
import type { RowResult } from './row-result.tsx';

/** On demand: most rows are only read. */
const rowActs = onDemand(() => import('./row-acts.ts'));

/** Logs in to the VM of a row, or shows there why that can't be. */
export function actOnRow(vm: RowVm, act: VmAct): void {
  void rowActs.load().then((code) => code.actOnRow(vm, act));
}

const isCopy = (result: ActResult | null) => result?.act.kind === 'copy';

interface CopySshProps extends RowResult, RowVm {
  readonly name: string;
  readonly isActive: boolean;
}

export function CopySsh({ accountId, vm, name, result, isActive }: CopySshProps) {
  const isCopied = isCopy(result) && result?.state === 'done';
  return (
    <button
      aria-label={copySshLabel(name)}
      className={`vm-row-copy rounded-md hover:bg-hover ${isCopied ? 'text-accent' : 'text-quiet hover:text-ink'}`}
      onClick={() => actOnRow({ accountId, vm }, COPY_SSH)}
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

interface RowMenuButtonProps extends RowVm {
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
export function ResultAnnouncement({ result }: RowResult) {
  return (
    <span aria-live="polite" className="sr-only">
      {resultText(result)}
    </span>
  );
}

/** Only a refusal and a slow start are shown. */
const ActionResult = lazy(
  onDemand(() => import('./row-result.tsx').then((all) => all.ActionResult)),
);

/** The result of a row. A successful copy is only announced. */
export function RowOutcome({ result }: RowResult) {
  const text = isCopy(result) ? null : resultText(result);
  return (result?.refusal ?? text) != null && <ActionResult result={result} />;
}
