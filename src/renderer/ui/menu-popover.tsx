import type { KeyboardEvent, Ref } from 'react';

/** A line of a menu. No two lines of one menu may have the same words, by which React tells them apart. */
export interface MenuItem {
  readonly words: string;
  /** Null: nothing to choose, only to read, such as why something is not there. */
  readonly onChoose: (() => void) | null;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item.matches(':focus'));
  items[(at + step + items.length) % items.length]?.focus();
}

/** The attribute makes the browser focus it whenever its popover opens; React keeps it to itself. */
function takeFocusOnOpen(item: HTMLElement | null): void {
  item?.setAttribute('autofocus', '');
}

/** px from the edge of the window that a menu keeps. */
const EDGE = 8;

/** Moves a menu to a place, as far in as it needs to be all in sight. */
function placeAt(menu: HTMLElement, x: number, y: number): void {
  const { width, height } = menu.getBoundingClientRect();
  menu.style.inset = 'auto';
  menu.style.left = `${Math.max(EDGE, Math.min(x, window.innerWidth - width - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(y, window.innerHeight - height - EDGE))}px`;
}

interface MenuPopoverProps {
  readonly items: readonly MenuItem[];
  readonly id?: string;
  readonly ref: Ref<HTMLDivElement>;
  /** px from the window's corner; left out: at the button that opened it. */
  readonly place?: { readonly x: number; readonly y: number };
  readonly onClosed?: () => void;
}

/** A few choices above everything else. The popover is the browser's: Escape and a click elsewhere close it. */
export function MenuPopover({ items, id, ref, place, onClosed }: MenuPopoverProps) {
  return (
    <div
      className={place === undefined ? 'menu menu-at-button' : 'menu'}
      id={id}
      onKeyDown={moveFocus}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'closed') return onClosed?.();
        if (place !== undefined) placeAt(currentTarget, place.x, place.y);
      }}
      popover="auto"
      ref={ref}
      role="menu"
    >
      {items.map(({ words, onChoose }, index) => (
        <button
          aria-disabled={onChoose === null}
          className="block w-full rounded px-3 py-1.5 text-left hover:bg-hover focus:bg-hover aria-disabled:text-quiet"
          key={words}
          onClick={(event) => {
            if (onChoose === null) return;
            event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            onChoose();
          }}
          ref={index === 0 ? takeFocusOnOpen : undefined}
          role="menuitem"
          type="button"
        >
          {words}
        </button>
      ))}
    </div>
  );
}
