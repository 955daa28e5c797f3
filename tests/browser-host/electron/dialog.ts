import { z } from 'zod';
import type { QuestionState, SaveDialogState } from '../host-state.ts';
import type { Runtime } from './runtime.ts';
import { argument, strict } from './strict.ts';
import type { HostWindow, HostWindows } from './windows.ts';

const CALL = 'dialog.showMessageBox';

/** With the messages of Electron. */
const optionsSchema = z.strictObject({
  type: z
    .enum(['none', 'info', 'error', 'question', 'warning'], 'Invalid message box type')
    .default('none'),
  title: z.string('Title must be a string').default(''),
  message: z.string('Message must be a string').default(''),
  detail: z.string('Detail must be a string').default(''),
  buttons: z.array(z.string(), 'Buttons must be an array').default([]),
  defaultId: z.int().default(-1),
  cancelId: z.int().min(0).optional(),
  noLink: z.boolean('noLink must be a boolean').optional(),
  checkboxLabel: z.string('checkboxLabel must be a string').default(''),
  checkboxChecked: z.boolean().default(false),
  signal: z.instanceof(AbortSignal).optional(),
});

/** Electron's answer to a box whose signal was aborted before. */
export interface AbortedAnswer {
  readonly cancelId: number;
  readonly checkboxChecked: boolean;
}

export interface Answer {
  readonly response: number;
  readonly checkboxChecked: boolean;
}

/** The button of Esc, as Electron guesses it. */
function cancelButton(buttons: readonly string[], defaultId: number): number {
  const found = buttons.findIndex((each) => ['cancel', 'no'].includes(each.toLowerCase()));
  if (found !== -1) return found;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}

interface Question {
  state(): QuestionState;
  /** @param button null: Esc @param isChecked undefined: the checkbox is left as it is */
  press(button: string | null, isChecked?: boolean): void;
}

/** Null: called without a parent. */
function parentIn(
  call: string,
  windows: Pick<HostWindows, 'open'>,
  args: readonly unknown[],
): HostWindow | null {
  if (args.length < 2) return null;
  const parent = windows.open().find(({ proxy }) => proxy === args[0]);
  if (parent === undefined) throw new TypeError(`${call}: not an open window`);
  return parent;
}

function createMessageBoxes(runtime: Runtime, windows: Pick<HostWindows, 'open'>) {
  const questions: Question[] = [];

  return {
    async show(...args: readonly unknown[]): Promise<Answer | AbortedAnswer> {
      runtime.demandReady('dialog module can only be used after app is ready');
      const parent = parentIn(CALL, windows, args);
      const { signal, defaultId, checkboxChecked, ...texts } = argument(
        CALL,
        optionsSchema,
        args.at(-1) ?? {},
      );
      const cancelId = texts.cancelId ?? cancelButton(texts.buttons, defaultId);
      const buttons = texts.buttons.length === 0 ? ['OK'] : texts.buttons;
      if (checkboxChecked && texts.checkboxLabel === '')
        throw new Error('checkboxChecked requires that checkboxLabel also be passed');
      // Without `response`, as in Electron.
      if (signal?.aborted) return { cancelId, checkboxChecked };
      runtime.demandSuccess(CALL);
      const answer = Promise.withResolvers<Answer>();
      let pressed: number | null = null;
      // Whether a box resolves after its window was destroyed is not documented: here it never does.
      const hasParent = () => parent === null || windows.open().includes(parent);
      const isOpen = () => pressed === null && hasParent();
      const end = (response: number, isChecked = checkboxChecked) => {
        if (!isOpen()) return;
        pressed = response;
        answer.resolve({ response, checkboxChecked: isChecked });
        parent?.focus();
      };
      questions.push({
        state: () => ({
          ...{ type: texts.type, title: texts.title, message: texts.message, detail: texts.detail },
          ...{ buttons, default: buttons[defaultId] ?? '', cancel: buttons[cancelId] ?? '' },
          ...{ checkbox: texts.checkboxLabel, window: parent?.id ?? null, isOpen: isOpen() },
          answer: pressed === null ? null : (buttons[pressed] ?? null),
        }),
        press(button, isChecked) {
          if (!isOpen()) throw new Error(`the message box "${texts.message}" is not open`);
          if (isChecked !== undefined && texts.checkboxLabel === '')
            throw new Error(`the message box "${texts.message}" has no checkbox`);
          const at = button === null ? cancelId : buttons.indexOf(button);
          if (at === -1) throw new Error(`no "${button}", only: ${buttons.join(' | ')}`);
          end(at, isChecked);
        },
      });
      // The box takes the focus.
      for (const window of windows.open()) window.blur();
      signal?.addEventListener('abort', () => end(cancelId));
      const how = `{"action": "answer-question", "index": ${questions.length - 1}, "button": …}`;
      process.stderr.write(
        `Message box: ${texts.message}\n${texts.detail}\n[${buttons.join('] [')}]\nTo answer, POST ${how} to the control address.\n`,
      );
      return answer.promise;
    },
    states: () => questions.map((each) => each.state()),
    /** @param button its label; null: Esc. @throws when the box is closed or has no such button or checkbox */
    answer(index: number, button: string | null, isChecked?: boolean) {
      const question = questions[index];
      if (question === undefined)
        throw new Error(`there are only ${questions.length} message boxes`);
      question.press(button, isChecked);
    },
  };
}

const SAVE = 'dialog.showSaveDialog';

const saveSchema = z.strictObject({
  defaultPath: z.string('Default path must be a string').default(''),
  filters: z
    .array(
      z.strictObject({ name: z.string(), extensions: z.array(z.string()) }),
      'Filters must be an array',
    )
    .default([]),
  properties: z
    .array(z.enum(['showHiddenFiles', 'createDirectory', 'showOverwriteConfirmation']))
    .default([]),
});

export interface SaveAnswer {
  readonly canceled: boolean;
  /** Empty when it was cancelled. */
  readonly filePath: string;
}

interface SaveDialog {
  state(): SaveDialogState;
  /** @param path null: Esc */
  choose(path: string | null): void;
}

function createSaveDialogs(runtime: Runtime, windows: Pick<HostWindows, 'open'>) {
  const dialogs: SaveDialog[] = [];
  return {
    async show(...args: readonly unknown[]): Promise<SaveAnswer> {
      runtime.demandReady('dialog module can only be used after app is ready');
      const parent = parentIn(SAVE, windows, args);
      const { defaultPath } = argument(SAVE, saveSchema, args.at(-1) ?? {});
      runtime.demandSuccess(SAVE);
      const answer = Promise.withResolvers<SaveAnswer>();
      let chosen: string | null = null;
      let isAnswered = false;
      const hasParent = () => parent === null || windows.open().includes(parent);
      const isOpen = () => !isAnswered && hasParent();
      dialogs.push({
        state: () => ({ defaultPath, window: parent?.id ?? null, isOpen: isOpen(), path: chosen }),
        choose(path) {
          if (!isOpen()) throw new Error(`the save dialog for "${defaultPath}" is not open`);
          isAnswered = true;
          chosen = path;
          answer.resolve({ canceled: path === null, filePath: path ?? '' });
          parent?.focus();
        },
      });
      // The dialog takes the focus.
      for (const window of windows.open()) window.blur();
      const how = `{"action": "choose-path", "index": ${dialogs.length - 1}, "path": …}`;
      process.stderr.write(
        `Save dialog: ${defaultPath}\nTo choose a path, POST ${how} to the control address.\n`,
      );
      return answer.promise;
    },
    states: () => dialogs.map((each) => each.state()),
    /** @param path null: Esc. @throws when the dialog is closed */
    choose(index: number, path: string | null) {
      const dialog = dialogs[index];
      if (dialog === undefined) throw new Error(`there are only ${dialogs.length} save dialogs`);
      dialog.choose(path);
    },
  };
}

const text = z.string();

export function createDialog(runtime: Runtime, windows: Pick<HostWindows, 'open'>) {
  const errorBoxes: { title: string; content: string }[] = [];
  const questions = createMessageBoxes(runtime, windows);
  const saves = createSaveDialogs(runtime, windows);
  const showError = (title: unknown, content: unknown) => {
    const box = {
      title: argument('dialog.showErrorBox', text, title),
      content: argument('dialog.showErrorBox', text, content),
    };
    errorBoxes.push(box);
    // As Electron does without a display.
    process.stderr.write(`${box.title}\n${box.content}\n`);
  };
  return {
    module: strict('dialog', {
      showMessageBox: questions.show,
      showSaveDialog: saves.show,
      showErrorBox: showError,
    }),
    showError,
    questions,
    saves,
    errorBoxes: () => [...errorBoxes],
  };
}

/** Electron's `dialog`, recorded. */
export type HostDialog = ReturnType<typeof createDialog>;
