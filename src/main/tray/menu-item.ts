import { menuLabel } from './menu-label.ts';
import type { TrayAction } from './tray-action.ts';

export type TrayMenuItem =
  | { readonly kind: 'separator' }
  /** Something to read, not to click. */
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly action: TrayAction }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly TrayMenuItem[] };

// The only makers of items, so that no label gets into a menu unchecked.

const separator: TrayMenuItem = { kind: 'separator' };

export function text(label: string): TrayMenuItem {
  return { kind: 'text', label: menuLabel(label) };
}

export function action(label: string, wanted: TrayAction): TrayMenuItem {
  return { kind: 'action', label: menuLabel(label), action: wanted };
}

export function submenu(label: string, items: readonly TrayMenuItem[]): TrayMenuItem {
  return { kind: 'submenu', label: menuLabel(label), items };
}

/** Groups with a line between each two; empty groups leave none. */
export function grouped(groups: readonly (readonly TrayMenuItem[])[]): readonly TrayMenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]));
}
