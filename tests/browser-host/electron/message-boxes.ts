import { z } from 'zod';
import type { QuestionState } from '../host-state.ts';
import { argument } from './argument.ts';
import type { HostWindow } from './browser-window.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { HostWindows } from './windows.ts';

const CALL = 'dialog.showMessageBox';

/** What Electron would guess where it is left out has to be said here. */
const optionsSchema = z
  .strictObject({
    type: z.enum(['none', 'info', 'error', 'question', 'warning']).default('none'),
    title: z.string().default(''),
    message: z.string(),
    detail: z.string().default(''),
    buttons: z.array(z.string().min(1)).min(1),
    defaultId: z.int().min(0),
    cancelId: z.int().min(0),
    noLink: z.boolean().optional(),
    signal: z.instanceof(AbortSignal).optional(),
  })
  .refine(({ buttons, defaultId, cancelId }) => Math.max(defaultId, cancelId) < buttons.length, {
    message: 'there is no such button',
  });

interface Answer {
  readonly response: number;
  readonly checkboxChecked: boolean;
}

interface Question {
  state(): QuestionState;
  /** @param button null: Esc */
  press(button: string | null): void;
}

export interface HostMessageBoxes {
  /** `dialog.showMessageBox`. */
  show(...args: readonly unknown[]): Promise<Answer>;
  /** Oldest first. */
  states(): QuestionState[];
  /** @param button its words; null: Esc. @throws when it is no longer open, or has no such button */
  answer(index: number, button: string | null): void;
}

export function createMessageBoxes(
  lifecycle: Lifecycle,
  windows: Pick<HostWindows, 'open'>,
): HostMessageBoxes {
  const asked: Question[] = [];

  function parentIn(args: readonly unknown[]): HostWindow | null {
    if (args.length < 2) return null;
    const parent = windows.open().find(({ proxy }) => proxy === args[0]);
    if (parent === undefined) throw new TypeError(`${CALL}: not a window that is open`);
    return parent;
  }

  return {
    async show(...args) {
      lifecycle.demandReady('dialog module can only be used after app is ready');
      const parent = parentIn(args);
      const { signal, buttons, defaultId, cancelId, ...words } = argument(
        CALL,
        optionsSchema,
        args.at(-1),
      );
      const answer = Promise.withResolvers<Answer>();
      let pressed: number | null = null;
      // Whether the box of a window that is gone ever answers is not documented: here it does not.
      const isThere = () => parent === null || windows.open().includes(parent);
      const isOpen = () => pressed === null && isThere();
      const end = (response: number) => {
        if (!isOpen()) return;
        pressed = response;
        answer.resolve({ response, checkboxChecked: false });
        parent?.focus();
      };
      asked.push({
        state: () => ({
          ...{ type: words.type, title: words.title, message: words.message, detail: words.detail },
          ...{ buttons, default: buttons[defaultId] ?? '', cancel: buttons[cancelId] ?? '' },
          ...{ window: parent?.id ?? null, isOpen: isOpen() },
          answer: pressed === null ? null : (buttons[pressed] ?? null),
        }),
        press(button) {
          if (!isOpen()) throw new Error(`the question "${words.message}" is not open`);
          const at = button === null ? cancelId : buttons.indexOf(button);
          if (at === -1) throw new Error(`no "${button}", only: ${buttons.join(' | ')}`);
          end(at);
        },
      });
      // It has the keyboard now.
      for (const window of windows.open()) window.blur();
      signal?.addEventListener('abort', () => end(cancelId));
      if (signal?.aborted) end(cancelId);
      const how = `{"action": "answer-question", "index": ${asked.length - 1}, "button": …}`;
      process.stderr.write(
        `The app asks: ${words.message}\n${words.detail}\n[${buttons.join('] [')}] — POST ${how} to the control address\n`,
      );
      return answer.promise;
    },
    states: () => asked.map((each) => each.state()),
    answer(index, button) {
      const question = asked[index];
      if (question === undefined) throw new Error(`there are only ${asked.length} questions`);
      question.press(button);
    },
  };
}
