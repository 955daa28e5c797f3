import { conforms } from '../testing/conform.ts';

const ask = (options: string) => `const answer = dialog.showMessageBox(${options});`;
const press = (button: string | null) =>
  `await act({ action: 'answer-question', index: 0, button: ${JSON.stringify(button)} }); return answer`;
const save = (options: string) => `const answer = dialog.showSaveDialog(${options});`;
const choose = (path: string | null) =>
  `await act({ action: 'choose-path', index: 0, path: ${JSON.stringify(path)} }); return answer`;
const BOX = "{ message: 'Really?', buttons: ['Cancel', 'Allow'] }";

conforms('dialog', [
  ['showMessageBox: Esc', `${ask(BOX)} ${press(null)}`, { response: 0, checkboxChecked: false }],
  [
    'docs/api/dialog.md checkboxChecked: the state of the checkbox',
    `${ask("{ message: 'x', buttons: ['A'], checkboxLabel: 'c' }")} await act({ action: 'answer-question', index: 0, button: 'A', isChecked: true }); return [(await answer).checkboxChecked, host.dialog.questions.states()[0].checkbox]`,
    [true, 'c'],
  ],
  [
    'cancels message box',
    `const controller = new AbortController(); ${ask("{ message: 'x', buttons: ['OK', 'Cancel'], cancelId: 1, signal: controller.signal }")} controller.abort(); return answer`,
    { response: 1, checkboxChecked: false },
  ],
  [
    'dialog.ts: a signal that is aborted before',
    `const controller = new AbortController(); controller.abort(); ${ask("{ message: 'x', signal: controller.signal }")} return [await answer, host.dialog.questions.states()]`,
    [{ cancelId: 0, checkboxChecked: false }, []],
  ],
  [
    'with a parent',
    "const window = new BrowserWindow(); dialog.showMessageBox(window, { message: 'x' }); return host.dialog.questions.states()[0].window",
    1,
  ],
  [
    'takes the focus of its parent',
    "const window = new BrowserWindow({ show: false }); window.show(); dialog.showMessageBox(window, { message: 'x' }); return window.isFocused()",
    false,
  ],
  [
    'should work if called when a messageBox is showing: close()',
    "const window = new BrowserWindow(); dialog.showMessageBox(window, { message: 'x' }); window.close(); return host.dialog.questions.states()[0].isOpen",
    false,
  ],
  [
    'fails through the control address',
    "await act({ action: 'fail', call: 'dialog.showMessageBox', error: 'no display' }); return dialog.showMessageBox({ message: 'x' })",
    /^no display$/,
  ],
  [
    'showSaveDialog resolves to the chosen path',
    `${save('{}')} ${choose('/tmp/x')}`,
    { canceled: false, filePath: '/tmp/x' },
  ],
  ['showSaveDialog: Esc', `${save('{}')} ${choose(null)}`, { canceled: true, filePath: '' }],
]);
