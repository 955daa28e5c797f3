import { describe, expect, test } from 'vitest';
import { asUnconfirmed } from '../../../shared/domain/index.ts';
import { makeSpend, makeVmList } from '../../../shared/domain/testing/records.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import { listNote } from './list-note.ts';
import { billedNote } from './note-messages.ts';
import { vmWith } from './testing/entry.ts';

const forbidden = { kind: 'forbidden', detail: 'scope' } as const;
const network = { kind: 'network' } as const;
const spend = makeSpend({ perHour: 2 });
const vms = [vmWith({})];

type Resources = Partial<Pick<AccountSnapshot, 'vms' | 'spend'>>;

function snapshot(parts: Resources): AccountSnapshot {
  const nothing = { value: null, problem: null };
  return { vms: nothing, spend: nothing, ...{ asOf: null, freshness: 'live' }, ...parts };
}

describe('listNote', () => {
  test.each<[string, Resources | undefined, ReturnType<typeof listNote>]>([
    ['VMs were received', { vms: { value: makeVmList(vms), problem: null } }, null],
    ['the account has no snapshot', undefined, { kind: 'loading' }],
    ['nothing was received', {}, { kind: 'loading' }],
    ['there are no VMs', { vms: { value: makeVmList([]), problem: null } }, { kind: 'empty' }],
    [
      'there are only unconfirmed VMs',
      { vms: { value: makeVmList(vms.map(asUnconfirmed)), problem: null } },
      null,
    ],
    [
      'VMs could not be parsed',
      { vms: { value: makeVmList([], { skipped: 2 }), problem: null } },
      { kind: 'skipped', count: 2 },
    ],
    [
      'VMs may be missing',
      { vms: { value: makeVmList([], { isComplete: false, skipped: 2 }), problem: null } },
      { kind: 'incomplete' },
    ],
    [
      'the key can only see billing',
      { vms: { value: null, problem: forbidden }, spend: { value: spend, problem: null } },
      { kind: 'billingOnly', problem: forbidden, spend },
    ],
    [
      'the key can only see billing and no spend was received',
      { vms: { value: null, problem: forbidden }, spend: { value: null, problem: network } },
      { kind: 'billingOnly', problem: forbidden, spend: null },
    ],
    [
      'the first poll failed',
      { vms: { value: null, problem: network }, spend: { value: null, problem: network } },
      { kind: 'noData', problem: network },
    ],
    [
      'the key allows nothing',
      { vms: { value: null, problem: forbidden }, spend: { value: null, problem: forbidden } },
      { kind: 'noData', problem: forbidden },
    ],
  ])('when %s', (_, parts, note) => {
    expect(listNote(parts && snapshot(parts), true)).toEqual(note);
  });

  test('is offline instead of loading or a problem', () => {
    const failed = { value: null, problem: network };
    expect(listNote(undefined, false)).toEqual({ kind: 'offline' });
    expect(listNote(snapshot({ vms: failed, spend: failed }), false)?.kind).toBe('offline');
    const received = snapshot({ vms: { value: makeVmList(vms), problem: network } });
    expect(listNote(received, false)).toBeNull();
  });
});

test.each([
  ['not received', null, 'No billing data yet.'],
  ['nothing', makeSpend({ perHour: 0 }), 'Nothing is billed right now.'],
  ['a rate without VMs', makeSpend({ perHour: 5.5 }), 'No VMs are listed for this rate.'],
  ['no rate', makeSpend({}), 'Spend unknown.'],
  ['one unreadable VM', makeSpend({ perHour: 0, skipped: 1 }), 'One VM could not be read.'],
  ['unreadable VMs only', makeSpend({ perHour: 5.5, skipped: 2 }), '2 VMs could not be read.'],
  [
    'one more unreadable VM',
    makeSpend({ perHour: 1, vms: [{ vmId: 'a' }], skipped: 1 }),
    'One more VM could not be read.',
  ],
  [
    'more unreadable VMs',
    makeSpend({ perHour: 1, vms: [{ vmId: 'a' }], skipped: 3 }),
    '3 more VMs could not be read.',
  ],
  ['all VMs', makeSpend({ perHour: 1, vms: [{ vmId: 'a' }] }), null],
] as const)('billedNote: %s', (_, billed, note) => {
  expect(billedNote(billed)).toBe(note);
});
