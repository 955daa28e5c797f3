import { joined } from '../format/index.ts';

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

/** A letter, digit or function key with Ctrl, Alt or Super, in the order of `acceleratorOf`. */
const ACCELERATOR =
  /^(?=.*(Ctrl|Alt|Super)\+)(Ctrl\+)?(Alt\+)?(Shift\+)?(Super\+)?([A-Z\d]|F([1-9]|1\d|2[0-4])|Space)$/;

/** Valid Electron accelerator with a modifier, so it cannot block typing. */
export function isAccelerator(text: unknown): boolean {
  return typeof text === 'string' && ACCELERATOR.test(text);
}

/** The printed letter where there is one, since its place differs between keyboards. */
function keyName({ key, code }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return code.replace(/^(Key|Digit)/, '');
}

/** The pressed shortcut, such as `Ctrl+Shift+G`; null: not one yet, or not allowed. */
export function acceleratorOf(press: KeyPress): string | null {
  const { ctrlKey, altKey, shiftKey, metaKey } = press;
  const accelerator = joined(
    [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super', keyName(press)],
    '+',
  );
  return isAccelerator(accelerator) ? accelerator : null;
}
