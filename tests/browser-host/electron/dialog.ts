import { z } from 'zod';
import type { QuestionState } from '../host-state.ts';
import type { Lifecycle } from './app.ts';
import { argument, strict } from './strict.ts';
import type { HostWindow, HostWindows } from './windows.ts';

const CALL = 'dialog.showMessageBox';

/** Options for which Electron would guess a default are required here. */
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
    message: 'no such button',
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
  show(...args: readonly unknown[]): Promise<Answer>;
  /** Oldest first. */
  states(): QuestionState[];
  /** @param button its label; null: Esc. @throws when the box is closed or has no such button */
  answer(index: number, button: string | null): void;
}

function createMessageBoxes(
  lifecycle: Lifecycle,
  windows: Pick<HostWindows, 'open'>,
): HostMessageBoxes {
  const questions: Question[] = [];

  function parentIn(args: readonly unknown[]): HostWindow | null {
    if (args.length < 2) return null;
    const parent = windows.open().find(({ proxy }) => proxy === args[0]);
    if (parent === undefined) throw new TypeError(`${CALL}: not an open window`);
    return parent;
  }

  return {
    async show(...args) {
      lifecycle.demandReady('dialog module can only be used after app is ready');
      const parent = parentIn(args);
      const { signal, buttons, defaultId, cancelId, ...texts } = argument(
        CALL,
        optionsSchema,
        args.at(-1),
      );
      const answer = Promise.withResolvers<Answer>();
      let pressed: number | null = null;
      // Whether a box resolves after its window was destroyed is not documented: here it never does.
      const hasParent = () => parent === null || windows.open().includes(parent);
      const isOpen = () => pressed === null && hasParent();
      const end = (response: number) => {
        if (!isOpen()) return;
        pressed = response;
        answer.resolve({ response, checkboxChecked: false });
        parent?.focus();
      };
      questions.push({
        state: () => ({
          ...{ type: texts.type, title: texts.title, message: texts.message, detail: texts.detail },
          ...{ buttons, default: buttons[defaultId] ?? '', cancel: buttons[cancelId] ?? '' },
          ...{ window: parent?.id ?? null, isOpen: isOpen() },
          answer: pressed === null ? null : (buttons[pressed] ?? null),
        }),
        press(button) {
          if (!isOpen()) throw new Error(`the message box "${texts.message}" is not open`);
          const at = button === null ? cancelId : buttons.indexOf(button);
          if (at === -1) throw new Error(`no "${button}", only: ${buttons.join(' | ')}`);
          end(at);
        },
      });
      // The box takes the focus.
      for (const window of windows.open()) window.blur();
      signal?.addEventListener('abort', () => end(cancelId));
      if (signal?.aborted) end(cancelId);
      const how = `{"action": "answer-question", "index": ${questions.length - 1}, "button": …}`;
      process.stderr.write(
        `Message box: ${texts.message}\n${texts.detail}\n[${buttons.join('] [')}]\nTo answer, POST ${how} to the control address.\n`,
      );
      return answer.promise;
    },
    states: () => questions.map((each) => each.state()),
    answer(index, button) {
      const question = questions[index];
      if (question === undefined)
        throw new Error(`there are only ${questions.length} message boxes`);
      question.press(button);
    },
  };
}

const text = z.string();

/** Electron's `dialog`, recorded. */
export interface HostDialog {
  readonly module: object;
  readonly questions: Pick<HostMessageBoxes, 'states' | 'answer'>;
  errorBoxes(): { title: string; content: string }[];
}

export function createDialog(lifecycle: Lifecycle, windows: Pick<HostWindows, 'open'>): HostDialog {
  const errorBoxes: { title: string; content: string }[] = [];
  const questions = createMessageBoxes(lifecycle, windows);
  return {
    module: strict('dialog', {
      showMessageBox: questions.show,
      showErrorBox(title: unknown, content: unknown) {
        const box = {
          title: argument('dialog.showErrorBox', text, title),
          content: argument('dialog.showErrorBox', text, content),
        };
        errorBoxes.push(box);
        // As Electron does without a display.
        process.stderr.write(`${box.title}\n${box.content}\n`);
      },
    }),
    questions,
    errorBoxes: () => [...errorBoxes],
  };
}
