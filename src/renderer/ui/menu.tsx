import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

export interface MenuItem {
  readonly words: string;
  readonly onChoose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}

interface MenuProps {
  readonly label: ReactNode;
  readonly items: readonly MenuItem[];
}

/** A button that opens a few choices below itself. The popover is the browser's: Escape and a click elsewhere close it. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        aria-haspopup="menu"
        className="flex min-h-6 shrink-0 items-center gap-0.5 rounded-md font-medium text-accent hover:underline"
        popoverTarget={id}
        type="button"
      >
        {label}
        <Icon name="down" />
      </button>
      <div
        className="menu"
        id={id}
        onKeyDown={moveFocus}
        onToggle={(event) => {
          if (event.newState === 'open') event.currentTarget.querySelector('button')?.focus();
        }}
        popover="auto"
        ref={popover}
        role="menu"
      >
        {items.map(({ words, onChoose }) => (
          <button
            className="block w-full rounded px-3 py-1.5 text-left hover:bg-hover focus:bg-hover"
            key={words}
            onClick={() => {
              popover.current?.hidePopover();
              onChoose();
            }}
            role="menuitem"
            type="button"
          >
            {words}
          </button>
        ))}
      </div>
    </>
  );
}
