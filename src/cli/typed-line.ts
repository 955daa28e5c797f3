import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** A terminal as this module uses it. */
export interface Keyboard {
  setRawMode(mode: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data' | 'end', listener: (text: string) => void): unknown;
  off(event: 'data' | 'end', listener: (text: string) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const ESC = '\u001b';
const ENTER = ['\r', '\n', CTRL_D];
const BACKSPACES = ['\u007f', '\b'];

/** Arrow keys, function keys and the brackets around a paste: ECMA-48 sequences, and `ESC` with one character. */
const SEQUENCES = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|O.|.)?`, 'g');

const isControl = (key: string) => /\p{Cc}/u.test(key);

/** A line that is being typed; one key is one character, not one half of one. */
function createLine() {
  let typed: string[] = [];
  return {
    text: () => typed.join(''),
    press(key: string): 'more' | 'entered' | 'cancelled' {
      if (key === CTRL_C) return 'cancelled';
      if (ENTER.includes(key)) return 'entered';
      if (key === CTRL_U) typed = [];
      else if (BACKSPACES.includes(key)) typed = typed.slice(0, -1);
      else if (!isControl(key)) typed.push(key);
      return 'more';
    },
  };
}

/**
 * Reads a line without showing it: in raw mode, so that the terminal does not echo, which makes editing it our own business.
 * The terminal is left as it was, however this ends.
 * @throws CommandError with exit code 2 on Ctrl-C; the signal's reason when it aborts
 */
export function typedLine(keyboard: Keyboard, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  keyboard.setRawMode(true);
  keyboard.setEncoding('utf8');
  const line = createLine();
  return new Promise((resolve, reject) => {
    function end(finish: () => void): void {
      keyboard.off('data', onData);
      keyboard.off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      keyboard.setRawMode(false);
      keyboard.pause();
      finish();
    }
    const onEnd = () => end(() => resolve(line.text()));
    const onAbort = () => end(() => reject(signal.reason));
    const onCancel = () => end(() => reject(new CommandError(EXIT.usage, 'Cancelled.')));
    function onData(data: string): void {
      for (const key of data.replace(SEQUENCES, '')) {
        const state = line.press(key);
        if (state === 'more') continue;
        if (state === 'entered') onEnd();
        else onCancel();
        break;
      }
    }
    keyboard.on('data', onData);
    keyboard.on('end', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    keyboard.resume();
  });
}
