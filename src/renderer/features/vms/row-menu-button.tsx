import { create } from 'zustand';
import { lazy } from '../../ui/index.ts';
import { menuLabel } from './messages.ts';
import type { OpenRowMenu } from './row-menu.tsx';

const RowMenu = lazy(async () => (await import('./row-menu.tsx')).RowMenu);

/** At most one row menu is open at a time. */
export const useRowMenu = create<{ readonly menu: OpenRowMenu | null }>(() => ({ menu: null }));

interface RowMenuButtonProps extends Pick<OpenRowMenu, 'accountId' | 'vm'> {
  readonly name: string;
  readonly isActive: boolean;
}

/** Opens the row's menu; visible while the row has the pointer or the focus. */
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

/** The context menu of a row, while one is open. */
export function OpenedRowMenu() {
  const menu = useRowMenu((state) => state.menu);
  return menu && <RowMenu {...menu} onClose={() => useRowMenu.setState({ menu: null })} />;
}
