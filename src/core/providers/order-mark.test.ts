import { expect, test } from 'vitest';
import { markedName, markIn } from './order-mark.ts';

const MARK = 'a1b2c3d4';

test.each([
  ['train', 'train-gt-a1b2c3d4'],
  [' train ', 'train-gt-a1b2c3d4'],
  [null, 'pod-gt-a1b2c3d4'],
  ['  ', 'pod-gt-a1b2c3d4'],
  ['x'.repeat(99), 'xxxxxxxx-gt-a1b2c3d4'],
  ['xxxxxxx\u{1f600}', 'xxxxxxx\ufffd-gt-a1b2c3d4'],
  ['old-gt-99999999', 'old-gt-9-gt-a1b2c3d4'],
])('the name %j becomes %s, which has the mark', (name, marked) => {
  expect(markedName(name, MARK, 'pod', 20)).toBe(marked);
  expect(markIn(marked)).toBe(MARK);
});

test.each([null, '', 'train', 'gt-a1b2c3d4', 'a-gt-a1b2c3d', 'a-gt-A1B2C3D4', 'a-gt-a1b2c3d4-2'])(
  '%j has no mark',
  (name) => {
    expect(markIn(name)).toBeNull();
  },
);
