import { useState } from 'react';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import type { PopupMenuProps } from './menu-props.ts';
import { onDemand } from './on-demand.ts';

/** An open menu. Its code is loaded when the first one opens. */
export const PopupMenu = lazy(
  onDemand(() => import('./popup-menu.tsx').then((all) => all.PopupMenu)),
);

export function Menu({ label, items }: Pick<PopupMenuProps, 'label' | 'items'>) {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        aria-expanded={trigger !== null}
        aria-haspopup="menu"
        className="-my-0.5 flex min-h-6 shrink-0 items-center gap-0.5 rounded-md font-medium text-accent hover:underline"
        onClick={({ currentTarget }) => setTrigger(currentTarget)}
        type="button"
      >
        {label}
        <Icon name="down" />
      </button>
      {trigger !== null && (
        <PopupMenu items={items} label={label} onClose={() => setTrigger(null)} trigger={trigger} />
      )}
    </>
  );
}
