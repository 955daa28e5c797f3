import { type ReactNode, useId, useRef } from 'react';
import { Icon } from './icon.tsx';
import { type MenuItem, MenuPopover } from './menu-popover.tsx';

interface MenuProps {
  readonly label: ReactNode;
  readonly items: readonly MenuItem[];
}

/** A button that opens a few choices below itself. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        aria-haspopup="menu"
        className="-my-0.5 flex min-h-6 shrink-0 items-center gap-0.5 rounded-md font-medium text-accent hover:underline"
        popoverTarget={id}
        type="button"
      >
        {label}
        <Icon name="down" />
      </button>
      <MenuPopover id={id} items={items} ref={popover} />
    </>
  );
}
