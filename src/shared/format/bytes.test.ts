import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [0.5, '1 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_400_000_000, '12.4 GB'],
  [5e15, '5,000.0 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
