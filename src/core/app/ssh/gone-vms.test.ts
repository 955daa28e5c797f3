import { expect, test } from 'vitest';
import { createVirtualClock } from '../../virtual-clock.ts';
import { createGoneVms } from './gone-vms.ts';

const ref = (vmId: string) => ({ accountId: 'a', vmId });

function setup(goneIds: readonly string[]) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  let found = 0;
  const vms = createGoneVms({
    async isGone({ vmId }) {
      asked.push(vmId);
      return goneIds.includes(vmId);
    },
    onFound: () => {
      found += 1;
    },
    clock,
  });
  return { clock, vms, asked, found: () => found };
}

test('a missing VM is gone once the service has said so, and is asked for once', async () => {
  const { clock, vms, asked, found } = setup(['old']);
  expect(vms.of([ref('old'), ref('hidden')])).toEqual([]);
  await clock.advance(0);
  expect(found()).toBe(1);
  expect(vms.of([ref('old'), ref('hidden')])).toEqual([ref('old')]);
  await clock.advance(60_000);
  vms.of([ref('old'), ref('hidden')]);
  expect(asked).toEqual(['old', 'hidden']);
});

test('one of which nothing was learnt is asked for again later', async () => {
  const { clock, vms, asked } = setup([]);
  vms.of([ref('hidden')]);
  await clock.advance(10 * 60_000);
  vms.of([ref('hidden')]);
  expect(asked).toEqual(['hidden', 'hidden']);
});

test('one that is back on the list is there, and would be asked for anew', async () => {
  const { clock, vms, asked } = setup(['flapping']);
  vms.of([ref('flapping')]);
  await clock.advance(0);
  vms.of([]);
  expect(vms.of([ref('flapping')])).toEqual([]);
  expect(asked).toEqual(['flapping', 'flapping']);
});

test('hundreds are asked for in turns', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `vm${index}`);
  const { clock, vms, asked } = setup(ids);
  vms.of(ids.map(ref));
  expect(asked).toHaveLength(20);
  vms.of(ids.map(ref));
  expect(asked).toHaveLength(20);
  await clock.advance(0);
  vms.of(ids.map(ref));
  await clock.advance(0);
  vms.of(ids.map(ref));
  await clock.advance(0);
  expect(vms.of(ids.map(ref))).toHaveLength(50);
});
