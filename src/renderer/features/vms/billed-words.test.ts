import { expect, test } from 'vitest';
import { billedWords } from './billed-words.ts';
import { billedVm, spendWith } from './testing/spend.ts';

const vms = [billedVm('a')];

test.each([
  ['never heard', null, 'What is billed has not been heard yet.'],
  ['nothing', spendWith({ perHour: 0 }), 'Nothing is billed right now.'],
  ['a rate for nothing', spendWith({ perHour: 5.5 }), 'What it is for is not known.'],
  ['no rate', spendWith({}), 'What is billed is not known.'],
  ['free, but not readable', spendWith({ perHour: 0, skipped: 1 }), 'One VM could not be read.'],
  ['nothing readable', spendWith({ perHour: 5.5, skipped: 2 }), '2 VMs could not be read.'],
  ['some readable', spendWith({ perHour: 1, vms, skipped: 1 }), 'One more could not be read.'],
  ['more not readable', spendWith({ perHour: 1, vms, skipped: 3 }), '3 more could not be read.'],
  ['all', spendWith({ perHour: 1, vms }), null],
] as const)('says of what is billed: %s', (_, spend, words) => {
  expect(billedWords(spend)).toBe(words);
});
