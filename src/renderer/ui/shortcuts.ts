import { useEffect, useEffectEvent } from 'react';

const SHORTCUTS = [
  ['ArrowUp', 'previous'],
  ['ArrowDown', 'next'],
  ['/', 'filter'],
  ['F5', 'refresh'],
  [',', 'settings'],
  ['?', 'keys'],
  ['Escape', 'back'],
  ['Mod+c', 'copy'],
  ['Mod+o', 'terminal'],
  ['Mod+r', 'refresh'],
] as const;

export type Shortcut = (typeof SHORTCUTS)[number][1];

type Keystroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** `Mod+c`: with Ctrl or Cmd alone. Null: with other modifiers. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Keystroke): string | null {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return altKey ? null : name;
  return ctrlKey !== metaKey && !altKey && !shiftKey ? `Mod+${name}` : null;
}

/** @param isTyping in a text field or select: only Escape and the keys that refresh are shortcuts @param hasSelection of text, which Ctrl+C copies */
export function shortcutOf(
  keystroke: Keystroke,
  isTyping: boolean,
  hasSelection: boolean,
): Shortcut | null {
  const name = nameOf(keystroke);
  // A letter or digit alone filters the list. A lowercase `İ` has a mark.
  const typed = name !== null && /^[\p{L}\p{N}]\p{M}*$/u.test(name) ? 'filter' : null;
  const shortcut = SHORTCUTS.find(([shortcutKey]) => shortcutKey === name)?.[1] ?? typed;
  if (shortcut === 'copy' && hasSelection) return null;
  return isTyping && shortcut !== 'back' && shortcut !== 'refresh' ? null : shortcut;
}

type Handlers = Partial<Record<Shortcut, () => void>>;

function isTextField(element: Element): boolean {
  return element.matches('input:not([type=checkbox], [type=radio]), select, textarea');
}

function hasOpenLayer(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}

function handle(event: KeyboardEvent, handlers: Handlers): void {
  if (event.defaultPrevented || event.isComposing || hasOpenLayer()) return;
  const isTyping = event.target instanceof Element && isTextField(event.target);
  const hasSelection = document.getSelection()?.isCollapsed === false;
  const shortcut = shortcutOf(event, isTyping, hasSelection);
  const handler = shortcut === null ? undefined : handlers[shortcut];
  if (handler === undefined) return;
  // The field that gets the focus receives the letter.
  if (shortcut !== 'filter' || event.key === '/') event.preventDefault();
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
