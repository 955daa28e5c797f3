import type { MessageBoxOptions } from 'electron';
import { expect, test } from 'vitest';
import { BrowserWindow, dialog } from '../testing/electron.ts';
import { createDialogs } from './dialogs.ts';

const QUESTION = { title: 'Allow this command?', detail: 'ssh runs:\n\nx', accept: 'Allow' };
const CHOICE = { title: 'Quit?', detail: '', buttons: ['Stay', 'Look', 'Quit'], checkbox: 'Off' };

/** A desktop on which the test answers the dialogs. @param hasPanel false: there is no panel to hold open */
function desktop(hasPanel = true) {
  const calls: string[] = [];
  const boxes: { box: MessageBoxOptions; answer: PromiseWithResolvers<number> }[] = [];
  let panel = new AbortController();
  const saves: PromiseWithResolvers<string>[] = [];
  Object.assign(dialog, {
    async showMessageBox(_: object, box: MessageBoxOptions) {
      const answer = Promise.withResolvers<number>();
      boxes.push({ box, answer });
      calls.push('show');
      return { response: await answer.promise, checkboxChecked: box.checkboxLabel !== undefined };
    },
    async showSaveDialog(_: object, { defaultPath }: { readonly defaultPath: string }) {
      const path = Promise.withResolvers<string>();
      saves.push(path);
      calls.push(`save ${defaultPath}`);
      return { filePath: await path.promise };
    },
  });
  const hold = () => {
    calls.push('hold');
    if (panel.signal.aborted) panel = new AbortController();
    return hasPanel ? { window: Object(BrowserWindow), gone: panel.signal } : null;
  };
  const dialogs = createDialogs({ hold, release: () => void calls.push('release') });
  return { ...dialogs, boxes, saves, closePanel: () => panel.abort(), take: () => calls.splice(0) };
}

test('cancel is the default and the Esc button', () => {
  const { confirm, boxes } = desktop();
  void confirm(QUESTION);
  expect(boxes[0]?.box).toMatchObject({
    ...{ type: 'warning', message: QUESTION.title, detail: QUESTION.detail },
    ...{ buttons: ['Cancel', 'Allow'], defaultId: 0, cancelId: 0 },
  });
});

test.each([
  [1, true],
  [0, false],
  // The response on macOS when the box is dismissed by its signal.
  [-1000, false],
  [2, false],
])('button %d means %s, and the panel is held until then', async (pressed, isAccepted) => {
  const { confirm, boxes, take } = desktop();
  const answer = confirm(QUESTION);
  expect(take()).toEqual(['hold', 'show']);
  boxes[0]?.answer.resolve(pressed);
  expect(await answer).toBe(isAccepted);
  expect(take()).toEqual(['release']);
});

test('a choice is answered by its button and checkbox; the first button is that of Esc, the last one of Enter', async () => {
  const { ask, boxes } = desktop();
  const answer = ask(CHOICE);
  expect(boxes[0]?.box).toMatchObject({ checkboxLabel: 'Off', defaultId: 2, cancelId: 0 });
  boxes[0]?.answer.resolve(2);
  expect(await answer).toEqual({ button: 2, isChecked: true });
});

test('a panel that closes cancels and dismisses the dialogs above it', async () => {
  const { confirm, ask, chooseFile, boxes, closePanel, take } = desktop();
  const question = confirm(QUESTION);
  const choice = ask(CHOICE);
  expect(boxes.map(({ box }) => box.signal?.aborted)).toEqual([false, false]);
  closePanel();
  expect([await question, await choice]).toEqual([false, { button: 0, isChecked: false }]);
  expect(boxes.map(({ box }) => box.signal?.aborted)).toEqual([true, true]);
  expect(take()).toEqual(['hold', 'show', 'hold', 'show', 'release']);
  const path = chooseFile('usage.csv');
  closePanel();
  expect(await path).toBeNull();
});

test('shows nothing without a panel', async () => {
  const { confirm, ask, take } = desktop(false);
  await expect(confirm(QUESTION)).rejects.toThrow('cannot be shown');
  await expect(ask(CHOICE)).rejects.toThrow('cannot be shown');
  expect(take()).toEqual(['hold', 'hold']);
});

test('releases the panel when the box fails to open', async () => {
  const { confirm, boxes, take } = desktop();
  const answer = confirm(QUESTION);
  boxes[0]?.answer.reject(new Error('no display'));
  await expect(answer).rejects.toThrow('no display');
  expect(take()).toContain('release');
});

test('one dialog is open at a time, another one counts as cancelled', async () => {
  const { confirm, chooseFile, boxes, take } = desktop();
  const first = confirm(QUESTION);
  expect([await confirm(QUESTION), await chooseFile('usage.csv')]).toEqual([false, null]);
  boxes[0]?.answer.resolve(1);
  expect(await first).toBe(true);
  expect(take()).toEqual(['hold', 'show', 'release']);
});

test('a panel that closes dismisses no dialog that was answered before', async () => {
  const { ask, boxes, closePanel } = desktop();
  const answer = ask(CHOICE);
  boxes[0]?.answer.resolve(1);
  await answer;
  closePanel();
  expect(boxes[0]?.box.signal?.aborted).toBe(false);
});

test('a choice is asked beside an open dialog, and the panel is held until both are closed', async () => {
  const { ask, chooseFile, boxes, saves, take } = desktop();
  const path = chooseFile('usage.csv');
  const answer = ask(CHOICE);
  saves[0]?.resolve('/home/lea/usage.csv');
  expect(await path).toBe('/home/lea/usage.csv');
  expect(take()).toEqual(['hold', 'save usage.csv', 'hold', 'show']);
  boxes[0]?.answer.resolve(1);
  expect(await answer).toEqual({ button: 1, isChecked: true });
  expect(take()).toEqual(['release']);
});
