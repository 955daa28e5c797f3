import { useEffect, useEffectEvent } from 'react';

const SHORTCUTS = [
  ['ArrowUp', 'previous'],
  ['ArrowDown', 'next'],
  ['/', 'filter'],
  ['F5', 'refresh'],
  [',', 'settings'],
  ['?', 'keys'],
  ['Escape', 'back'],
] as const;

/** With Ctrl or Cmd: a letter alone filters the list. */
const COMMANDS = [
  ['c', 'copy'],
  ['o', 'terminal'],
  ['r', 'refresh'],
] as const;

export type Shortcut = (typeof SHORTCUTS | typeof COMMANDS)[number][1];

interface Keystroke {
  readonly key: string;
  /** `command`: Ctrl or Cmd alone. */
  readonly modifier: 'none' | 'command' | 'other';
  /** The focus is in a text field or select. */
  readonly isTyping: boolean;
  /** Ctrl+C copies the selected text. */
  readonly hasSelection: boolean;
}

/** While typing, only Escape and the keys that refresh are shortcuts. Null: none. */
export function shortcutOf({ key, modifier, isTyping, hasSelection }: Keystroke): Shortcut | null {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const keys = { none: SHORTCUTS, command: COMMANDS, other: [] }[modifier];
  const shortcut = keys.find(([shortcutKey]) => shortcutKey === name)?.[1] ?? null;
  if (shortcut === 'copy' && hasSelection) return null;
  return isTyping && shortcut !== 'back' && shortcut !== 'refresh' ? null : shortcut;
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

function modifierOf({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Keystroke['modifier'] {
  if (!ctrlKey && !metaKey) return altKey ? 'other' : 'none';
  return ctrlKey !== metaKey && !altKey && !shiftKey ? 'command' : 'other';
}

function handle(event: KeyboardEvent, handlers: Handlers): void {
  if (event.defaultPrevented || event.isComposing || hasOpenLayer()) return;
  const shortcut = shortcutOf({
    key: event.key,
    modifier: modifierOf(event),
    isTyping: event.target instanceof Element && isTextField(event.target),
    hasSelection: document.getSelection()?.isCollapsed === false,
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
