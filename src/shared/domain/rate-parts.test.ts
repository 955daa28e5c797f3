import { expect, test } from 'vitest';
import { rateParts } from './rate-parts.ts';
import { makeRates, makeSpend, makeVm } from './testing/records.ts';

const RECORD = { rates: makeRates({ gpuPerHour: 0.5, storagePerHour: 0.03 }) };
const LISTED = { vmId: 'a', gpuPerHour: 3.6, storagePerHour: 0.1, networkPerHour: 0.05 };

test.each([
  ['the spend over the record', 'running', [LISTED], [3.6, 0.1, 0.05]],
  ['zero of the spend', 'stopped', [{ ...LISTED, gpuPerHour: 0 }], [0, 0.1, 0.05]],
  ['the record, where the spend lacks the VM', 'running', [], [0.5, 0.03, null]],
  ['nothing of a record that is not running', 'stopped', [], [null, null, null]],
  ['the record, where the entry lacks the field', 'running', [{ vmId: 'a' }], [0.5, 0.03, null]],
  [
    'nothing of a VM listed twice with different amounts',
    'running',
    [LISTED, { ...LISTED, totalPerHour: 9 }],
    [null, null, null],
  ],
])('the rate consists of %s', (_, status, vms, [gpu, storage, network]) => {
  const parts = rateParts(makeVm({ id: 'a', status, ...RECORD }), makeSpend({ vms }));
  expect(parts).toEqual({ gpuPerHour: gpu, storagePerHour: storage, networkPerHour: network });
});
