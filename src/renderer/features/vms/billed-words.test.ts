import { expect, test } from 'vitest';
import { makeSpend } from '../../../shared/domain/testing/records.ts';
import { billedWords } from './billed-words.ts';

const vms = [{ vmId: 'a' }];

test.each([
  ['never heard', null, 'What is billed has not been heard yet.'],
  ['nothing', makeSpend({ perHour: 0 }), 'Nothing is billed right now.'],
  ['a rate for nothing', makeSpend({ perHour: 5.5 }), 'What it is for is not known.'],
  ['no rate', makeSpend({}), 'What is billed is not known.'],
  ['free, but not readable', makeSpend({ perHour: 0, skipped: 1 }), 'One VM could not be read.'],
  ['nothing readable', makeSpend({ perHour: 5.5, skipped: 2 }), '2 VMs could not be read.'],
  ['some readable', makeSpend({ perHour: 1, vms, skipped: 1 }), 'One more could not be read.'],
  ['more not readable', makeSpend({ perHour: 1, vms, skipped: 3 }), '3 more could not be read.'],
  ['all', makeSpend({ perHour: 1, vms }), null],
] as const)('says of what is billed: %s', (_, spend, words) => {
  expect(billedWords(spend)).toBe(words);
});
