import { useState } from 'react';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { onDemand } from './on-demand.ts';
import type { PopupMenuProps } from './popup-menu.tsx';

/** An open menu. Its code is loaded when the first one opens. */
export const PopupMenu = lazy(onDemand(() => import('./popup-menu.tsx'), 'PopupMenu'));

interface MenuProps extends Pick<PopupMenuProps, 'label' | 'items'> {
  readonly isDots?: boolean;
}

const TEXT =
  '-my-0.5 flex min-h-6 shrink-0 items-center gap-0.5 font-medium text-accent hover:underline';
const DOTS = 'min-h-7 min-w-8 border border-edge hover:bg-hover';

export function Menu({ label, items, isDots = false }: MenuProps) {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        aria-expanded={trigger !== null}
        aria-haspopup="menu"
        aria-label={label}
        className={`rounded-md ${isDots ? DOTS : TEXT}`}
        onClick={({ currentTarget }) => setTrigger(currentTarget)}
        type="button"
      >
        {isDots ? '⋯' : label}
        {!isDots && <Icon name="down" />}
      </button>
      {trigger !== null && (
        <PopupMenu items={items} label={label} onClose={() => setTrigger(null)} trigger={trigger} />
      )}
    </>
  );
}
