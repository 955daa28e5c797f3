import { useEffect, useRef } from 'react';
import { type Shortcut, shortcutOf } from './shortcut.ts';

type Handlers = Partial<Record<Shortcut, () => void>>;

const TYPING = 'input:not([type=checkbox], [type=radio]), select, textarea';
/** Whatever is open above the panel has the keys for itself. */
const OPEN_ABOVE = ':popover-open, dialog[open]';

function handle(event: KeyboardEvent, handlers: Handlers): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (document.querySelector(OPEN_ABOVE) !== null) return;
  const shortcut = shortcutOf({
    key: event.key,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isTyping: event.target instanceof Element && event.target.matches(TYPING),
  });
  const handler = shortcut === null ? undefined : handlers[shortcut];
  if (handler === undefined) return;
  event.preventDefault();
  handler();
}

/** Does what its handlers say on their keys, for as long as the component is there. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event, latest.current);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
