/** A menu item. Labels are unique within a menu. */
export interface MenuItem {
  readonly label: string;
  /** Null: information only, cannot be chosen. */
  readonly onChoose: (() => void) | null;
  readonly isDanger?: boolean;
}

export interface PopupMenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Gets the focus back when the menu closes. */
  readonly trigger: HTMLElement;
  /** px in the window; default: below the trigger. */
  readonly point?: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}
