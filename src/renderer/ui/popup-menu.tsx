import { useLayoutEffect, useMemo } from 'react';
import { MenuItem as Item, Menu, Popover, setInteractionModality } from 'react-aria-components';

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
  readonly trigger: HTMLElement;
  /** px in the window; default: below the trigger. */
  readonly point?: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

// react-aria adds an inline <style> unless an element with this id exists. The CSP forbids it; styles.css has its rule.
const marker = document.createElement('meta');
marker.id = 'react-aria-pressable-style';
document.head.append(marker);

/** px between the menu and the window's edge. */
const EDGE = 8;
/** px; the maximum in styles.css. */
const MAX_WIDTH = 224;

/** Far enough from the right edge for the widest menu: react-aria moves a menu at a point only vertically. */
function targetAt({ x, y }: { readonly x: number; readonly y: number }): DOMRect {
  return new DOMRect(Math.max(EDGE, Math.min(x, window.innerWidth - MAX_WIDTH - EDGE)), y, 0, 0);
}

/** An open menu, with typeahead, Home, End, Esc and focus return from react-aria. */
export function PopupMenu({ label, items, trigger, point, onClose }: PopupMenuProps) {
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger]);
  // After a click by key or screen reader, react-aria would focus the menu later than its first item.
  useLayoutEffect(() => setInteractionModality('keyboard'), []);
  return (
    <Popover
      aria-label={label}
      className="menu"
      containerPadding={EDGE}
      isOpen
      offset={point === undefined ? 4 : 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement={point === undefined ? 'bottom right' : 'right top'}
      triggerRef={triggerRef}
      {...(point !== undefined && { getTargetRect: () => targetAt(point) })}
    >
      <Menu aria-label={label} autoFocus="first" className="outline-none" onClose={onClose}>
        {items.map((item) => (
          <Item
            className={`cursor-default rounded px-3 py-1.5 outline-none hover:bg-hover data-disabled:text-quiet data-focused:bg-hover ${item.isDanger ? 'text-red' : ''}`}
            id={item.label}
            isDisabled={item.onChoose === null}
            key={item.label}
            onAction={() => item.onChoose?.()}
            textValue={item.label}
          >
            {item.label}
          </Item>
        ))}
      </Menu>
    </Popover>
  );
}
