import type { MessageBoxOptions } from 'electron';
import { expect, test } from 'vitest';
import { createDialogs } from './dialogs.ts';

const QUESTION = { title: 'Allow this command?', detail: 'ssh runs:\n\nx', accept: 'Allow' };

/** A desktop on which the test answers the boxes. @param hasPanel false: there is no panel to hold open */
function desktop(hasPanel = true) {
  const calls: string[] = [];
  const boxes: { box: MessageBoxOptions; answer: PromiseWithResolvers<number> }[] = [];
  let closePanel = () => {};
  const saves: PromiseWithResolvers<string | null>[] = [];
  const dialogs = createDialogs({
    panel: {
      hold(onGone) {
        calls.push('hold');
        closePanel = onGone;
        if (!hasPanel) onGone();
        return () => void calls.push('release');
      },
    },
    async showBox(box) {
      const answer = Promise.withResolvers<number>();
      boxes.push({ box, answer });
      calls.push('show');
      return { response: await answer.promise, checkboxChecked: box.checkboxLabel !== undefined };
    },
    showSave({ defaultPath }) {
      const path = Promise.withResolvers<string | null>();
      saves.push(path);
      calls.push(`save ${defaultPath}`);
      return path.promise;
    },
  });
  return { ...dialogs, boxes, saves, closePanel: () => closePanel(), take: () => calls.splice(0) };
}

test('cancel is the default and the Esc button', () => {
  const { confirm, boxes } = desktop();
  void confirm(QUESTION);
  expect(boxes[0]?.box).toMatchObject({
    type: 'warning',
    message: 'Allow this command?',
    detail: 'ssh runs:\n\nx',
    buttons: ['Cancel', 'Allow'],
    defaultId: 0,
    cancelId: 0,
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
  const { ask, boxes, closePanel } = desktop();
  const choice = { title: 'Quit?', detail: '', buttons: ['Stay', 'Look', 'Quit'], checkbox: 'Off' };
  const answer = ask(choice);
  expect(boxes[0]?.box).toMatchObject({ checkboxLabel: 'Off', defaultId: 2, cancelId: 0 });
  boxes[0]?.answer.resolve(2);
  expect(await answer).toEqual({ button: 2, isChecked: true });
  const next = ask(choice);
  closePanel();
  expect(await next).toEqual({ button: 0, isChecked: false });
});

test('closing the panel cancels and dismisses the box', async () => {
  const { confirm, boxes, closePanel, take } = desktop();
  const answer = confirm(QUESTION);
  expect(boxes[0]?.box.signal?.aborted).toBe(false);
  closePanel();
  expect(await answer).toBe(false);
  expect(boxes[0]?.box.signal?.aborted).toBe(true);
  expect(take()).toEqual(['hold', 'show', 'release']);
});

test('shows no box without a panel', async () => {
  const { confirm, take } = desktop(false);
  expect(await confirm(QUESTION)).toBe(false);
  expect(take()).toEqual(['hold']);
});

test('releases the panel when the box fails to open', async () => {
  const { confirm, boxes, take } = desktop();
  const answer = confirm(QUESTION);
  boxes[0]?.answer.reject(new Error('no display'));
  await expect(answer).rejects.toThrow('no display');
  expect(take()).toContain('release');
});

test('a file is chosen above the panel; its closing cancels', async () => {
  const { chooseFile, saves, closePanel, take } = desktop();
  const path = chooseFile('usage.csv');
  expect(take()).toEqual(['hold', 'save usage.csv']);
  saves[0]?.resolve('/home/lea/usage.csv');
  expect(await path).toBe('/home/lea/usage.csv');
  expect(take()).toEqual(['release']);
  const second = chooseFile('usage.csv');
  closePanel();
  expect(await second).toBeNull();
});

const CHOICE = { title: 'Quit?', detail: '', buttons: ['Stay', 'Quit'], checkbox: 'Off' };

test('one dialog is open at a time, another one counts as cancelled', async () => {
  const { confirm, chooseFile, boxes, take } = desktop();
  const first = confirm(QUESTION);
  expect([await confirm(QUESTION), await chooseFile('usage.csv')]).toEqual([false, null]);
  boxes[0]?.answer.resolve(1);
  expect(await first).toBe(true);
  expect(take()).toEqual(['hold', 'show', 'release']);
});

test('a choice is asked beside an open dialog, and the panel is held until both are closed', async () => {
  const { ask, chooseFile, boxes, saves, take } = desktop();
  const path = chooseFile('usage.csv');
  const answer = ask(CHOICE);
  saves[0]?.resolve(null);
  expect(await path).toBeNull();
  expect(take()).toEqual(['hold', 'save usage.csv', 'show']);
  boxes[0]?.answer.resolve(1);
  expect(await answer).toEqual({ button: 1, isChecked: true });
  expect(take()).toEqual(['release']);
});

test('a panel that closes cancels the dialogs above it', async () => {
  const { ask, chooseFile, closePanel } = desktop();
  const both = [chooseFile('usage.csv'), ask(CHOICE)];
  closePanel();
  expect(await Promise.all(both)).toEqual([null, { button: 0, isChecked: false }]);
});

test('a choice without a panel rejects', async () => {
  await expect(desktop(false).ask(CHOICE)).rejects.toThrow('cannot be shown');
});
