import { expect, test } from 'vitest';
import { splitName } from './vm-name.tsx';

test.each([
  ['train-llama', 'train-llama', ''],
  ['train-llama-3-8b-run-11', 'train-llama-3-8b', '-run-11'],
  ['1 × RTX PRO 6000 S · 91uv', '1 × RTX PRO 6000 S', ' · 91uv'],
  ['مرحبا بالعالم שלום', 'مرحبا بالعالم שלום', ''],
])('splits %j', (name, start, end) => {
  expect(splitName(name)).toEqual([start, end]);
});
