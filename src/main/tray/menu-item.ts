import { menuLabel } from './menu-label.ts';
import type { TrayAction } from './tray-action.ts';

/** One entry of the menu. Its label went through `menuLabel`. */
export type TrayMenuItem =
  | { readonly kind: 'separator' }
  /** Something to read, not to click. */
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly action: TrayAction }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly TrayMenuItem[] };

// The only makers of items, so that no label gets into a menu unchecked.

const separator: TrayMenuItem = { kind: 'separator' };

/** @param label as it comes, from the service too: it is made harmless and cut here */
export function text(label: string): TrayMenuItem {
  return { kind: 'text', label: menuLabel(label) };
}

/**
 * @param label as for `text`
 * @param wanted what a click asks for
 */
export function action(label: string, wanted: TrayAction): TrayMenuItem {
  return { kind: 'action', label: menuLabel(label), action: wanted };
}

/** @param label as for `text` */
export function submenu(label: string, items: readonly TrayMenuItem[]): TrayMenuItem {
  return { kind: 'submenu', label: menuLabel(label), items };
}

/** Groups with a line between each two; empty groups leave none. */
export function grouped(groups: readonly (readonly TrayMenuItem[])[]): readonly TrayMenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]));
}
