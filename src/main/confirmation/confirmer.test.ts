import { expect, test } from 'vitest';
import { createConfirmer, type MessageBox } from './confirmer.ts';

const QUESTION = { title: 'Let it?', detail: 'ssh runs:\n\nx', accept: 'Allow' };

/** A desktop whose boxes are answered by the test. @param isThere whether there is a panel that can be held */
function desktop(isThere = true) {
  const happened: string[] = [];
  const boxes: { box: MessageBox; answer: PromiseWithResolvers<number> }[] = [];
  let goAway = () => {};
  const confirm = createConfirmer({
    panel: {
      hold(onGone) {
        happened.push('hold');
        goAway = onGone;
        if (!isThere) onGone();
        return () => void happened.push('release');
      },
    },
    show(box) {
      const answer = Promise.withResolvers<number>();
      boxes.push({ box, answer });
      happened.push('show');
      return answer.promise;
    },
  });
  return { confirm, boxes, goAway: () => goAway(), take: () => happened.splice(0) };
}

test('the box has two buttons, and the careful one is what Enter, Esc and a doubt press', async () => {
  const { confirm, boxes } = desktop();
  void confirm(QUESTION);
  const box = boxes[0]?.box;
  expect(box).toMatchObject({
    type: 'warning',
    message: 'Let it?',
    detail: 'ssh runs:\n\nx',
    buttons: ['Cancel', 'Allow'],
    defaultId: 0,
    cancelId: 0,
  });
});

test.each([
  [1, true],
  [0, false],
  // What the box of macOS ends with when it is taken away.
  [-1000, false],
  [2, false],
])('%d pressed is %s, and the panel is held until then', async (pressed, agreed) => {
  const { confirm, boxes, take } = desktop();
  const answer = confirm(QUESTION);
  expect(take()).toEqual(['hold', 'show']);
  boxes[0]?.answer.resolve(pressed);
  expect(await answer).toBe(agreed);
  expect(take()).toEqual(['release']);
});

test('with the panel gone it is a no, even if the box never answers, and the box is taken away', async () => {
  const { confirm, boxes, goAway, take } = desktop();
  const answer = confirm(QUESTION);
  expect(boxes[0]?.box.signal.aborted).toBe(false);
  goAway();
  expect(await answer).toBe(false);
  expect(boxes[0]?.box.signal.aborted).toBe(true);
  expect(take()).toEqual(['hold', 'show', 'release']);
});

test('where there is no panel any more, nothing is shown', async () => {
  const { confirm, take } = desktop(false);
  expect(await confirm(QUESTION)).toBe(false);
  expect(take()).toEqual(['hold']);
});

test('a box that cannot be shown leaves the panel as it was', async () => {
  const { confirm, boxes, take } = desktop();
  const answer = confirm(QUESTION);
  boxes[0]?.answer.reject(new Error('no display'));
  await expect(answer).rejects.toThrow('no display');
  expect(take()).toContain('release');
});
