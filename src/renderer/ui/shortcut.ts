/** What a key does in the panel, where no text is being typed. */
const SHORTCUTS = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  c: 'copy',
  o: 'terminal',
  '/': 'filter',
  r: 'refresh',
  ',': 'settings',
  '?': 'keys',
  Escape: 'back',
} as const;

/** What is asked for by a key; each screen answers those that mean something there. */
export type Shortcut = (typeof SHORTCUTS)[keyof typeof SHORTCUTS];

/** A key as it was pressed, and where. */
export interface Keystroke {
  readonly key: string;
  readonly hasModifier: boolean;
  /** Whether the focus is where keys mean text or a choice. */
  readonly isTyping: boolean;
}

function isShortcutKey(key: string): key is keyof typeof SHORTCUTS {
  return Object.hasOwn(SHORTCUTS, key);
}

/** What a keystroke asks for; null: nothing of ours. Only Escape reaches past a field. */
export function shortcutOf({ key, hasModifier, isTyping }: Keystroke): Shortcut | null {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (hasModifier || !isShortcutKey(name)) return null;
  return isTyping && name !== 'Escape' ? null : SHORTCUTS[name];
}
