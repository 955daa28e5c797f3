import { useEffect, useEffectEvent } from 'react';

const SHORTCUTS = [
  ['ArrowUp', 'previous'],
  ['ArrowDown', 'next'],
  ['c', 'copy'],
  ['o', 'terminal'],
  ['/', 'filter'],
  ['r', 'refresh'],
  ['F5', 'refresh'],
  [',', 'settings'],
  ['?', 'keys'],
  ['Escape', 'back'],
] as const;

export type Shortcut = (typeof SHORTCUTS)[number][1];

interface Keystroke {
  readonly key: string;
  readonly hasModifier: boolean;
  /** The focus is in a text field or select. */
  readonly isTyping: boolean;
}

/** While typing, only Escape and F5 are shortcuts. Null: none. */
export function shortcutOf({ key, hasModifier, isTyping }: Keystroke): Shortcut | null {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (hasModifier || (isTyping && name !== 'Escape' && name !== 'F5')) return null;
  return SHORTCUTS.find(([shortcutKey]) => shortcutKey === name)?.[1] ?? null;
}

type Handlers = Partial<Record<Shortcut, () => void>>;

/** Whether the element takes keys: a text field or select. */
export function isTextField(element: Element): boolean {
  return element.matches('input:not([type=checkbox], [type=radio]), select, textarea');
}

/** Open menus and dialogs get all keys. */
export function hasOpenLayer(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}

function handle(event: KeyboardEvent, handlers: Handlers): void {
  if (event.defaultPrevented || event.isComposing || hasOpenLayer()) return;
  const shortcut = shortcutOf({
    key: event.key,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isTyping: event.target instanceof Element && isTextField(event.target),
  });
  const handler = shortcut === null ? undefined : handlers[shortcut];
  if (handler === undefined) return;
  event.preventDefault();
  handler();
}

export function useShortcuts(handlers: Handlers): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => handle(event, handlers));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
