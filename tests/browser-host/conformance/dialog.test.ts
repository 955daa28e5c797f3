import { conforms } from '../testing/conform.ts';

const ask = (options: string) => `const answer = dialog.showMessageBox(${options});`;
const press = (button: string | null) =>
  `await act({ action: 'answer-question', index: 0, button: ${JSON.stringify(button)} }); return answer`;
const save = (options: string) => `const answer = dialog.showSaveDialog(${options});`;
const choose = (path: string | null) =>
  `await act({ action: 'choose-path', index: 0, path: ${JSON.stringify(path)} }); return answer`;
const BOX = "{ message: 'Really?', buttons: ['Cancel', 'Allow'] }";

conforms('dialog', [
  [
    'showMessageBox resolves to the pressed button',
    `${ask(BOX)} ${press('Allow')}`,
    { response: 1, checkboxChecked: false },
  ],
  ['showMessageBox: Esc', `${ask(BOX)} ${press(null)}`, { response: 0, checkboxChecked: false }],
  [
    'cancelId',
    `${ask("{ message: 'x', buttons: ['A', 'B', 'C'], cancelId: 2 }")} ${press(null)}`,
    { response: 2, checkboxChecked: false },
  ],
  [
    'docs/api/dialog.md checkboxChecked: the state of the checkbox',
    `${ask("{ message: 'x', buttons: ['A'], checkboxLabel: 'c' }")} await act({ action: 'answer-question', index: 0, button: 'A', isChecked: true }); return [(await answer).checkboxChecked, host.dialog.questions.states()[0].checkbox]`,
    [true, 'c'],
  ],
  [
    'respects defaultId by making it the default button',
    `dialog.showMessageBox({ message: 'x', buttons: ['A', 'B'], defaultId: 1 }); return host.dialog.questions.states()[0].default`,
    'B',
  ],
  [
    'throws errors when the options are invalid: type',
    "dialog.showMessageBox({ type: 'not-a-valid-type' })",
    /Invalid message box type/,
  ],
  [
    'throws errors when the options are invalid: buttons',
    "dialog.showMessageBox({ buttons: 'ok' })",
    /Buttons must be an array/,
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
    'an answer twice',
    `${ask(BOX)} await act({ action: 'answer-question', index: 0, button: 'Allow' }); ${press('Cancel')}`,
    /is not open/,
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
    'a parent that is no window',
    "dialog.showMessageBox({}, { message: 'x' })",
    /not an open window/,
  ],
  [
    'fails through the control address',
    "await act({ action: 'fail', call: 'dialog.showMessageBox', error: 'no display' }); return dialog.showMessageBox({ message: 'x' })",
    /^no display$/,
  ],
  [
    'showSaveDialog should not throw for valid cases',
    "dialog.showSaveDialog({ defaultPath: 'usage.csv' }); return host.dialog.saves.states()",
    [{ defaultPath: 'usage.csv', window: null, isOpen: true, path: null }],
  ],
  [
    'showSaveDialog resolves to the chosen path',
    `${save('{}')} ${choose('/tmp/x')}`,
    { canceled: false, filePath: '/tmp/x' },
  ],
  ['showSaveDialog: Esc', `${save('{}')} ${choose(null)}`, { canceled: true, filePath: '' }],
  [
    'showErrorBox',
    "dialog.showErrorBox('a', 'b'); return host.dialog.errorBoxes()",
    [{ title: 'a', content: 'b' }],
  ],
]);

conforms(
  'dialog before ready',
  [
    [
      'dialog.ts checkAppInitialized',
      "dialog.showMessageBox({ message: 'x' })",
      /^dialog module can only be used after app is ready$/,
    ],
    ['docs/api/dialog.md showErrorBox: before ready', "dialog.showErrorBox('a', 'b')", undefined],
  ],
  { isReady: false },
);
