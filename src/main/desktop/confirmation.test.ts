import type { MessageBoxOptions } from 'electron';
import { expect, test } from 'vitest';
import { createConfirmer } from './confirmation.ts';

const QUESTION = { title: 'Allow this command?', detail: 'ssh runs:\n\nx', accept: 'Allow' };

/** A desktop on which the test answers the boxes. @param hasPanel false: there is no panel to hold open */
function desktop(hasPanel = true) {
  const calls: string[] = [];
  const boxes: { box: MessageBoxOptions; answer: PromiseWithResolvers<number> }[] = [];
  let closePanel = () => {};
  const confirm = createConfirmer({
    panel: {
      hold(onGone) {
        calls.push('hold');
        closePanel = onGone;
        if (!hasPanel) onGone();
        return () => void calls.push('release');
      },
    },
    show(box) {
      const answer = Promise.withResolvers<number>();
      boxes.push({ box, answer });
      calls.push('show');
      return answer.promise;
    },
  });
  return { confirm, boxes, closePanel: () => closePanel(), take: () => calls.splice(0) };
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
