import { expect, test } from 'vitest';
import { figuresWidth } from './money-text.ts';

test.each([
  [[], false, 0],
  [[null], false, 1],
  [[1.1, 9.99, null], false, 4.5],
  [[1.1, 10], false, 5.5],
  [[1.1], true, 4],
])('a column of %j (hidden: %j) is %d digits wide', (rates, isHidden, width) => {
  expect(figuresWidth(rates, isHidden)).toBe(width);
});
