import { expect, test } from 'vitest';
import { MAX_IN_TURN, ownTurn } from '../own-turn.ts';
import { fakeClient } from './testing/fake-client.ts';
import { vm } from './testing/records.ts';
import { monitorSetup } from './testing/setups.ts';

const vmsOf = (count: number) => Array.from({ length: count }, (_, index) => vm(`${index}`));

/** A monitor whose first poll was answered with that many VMs in this turn of the event loop. */
async function answered(count: number) {
  const setup = monitorSetup();
  setup.monitor.add('a', fakeClient({ vms: { value: vmsOf(count) } }));
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  return setup;
}

test.each([
  [MAX_IN_TURN, 1],
  [MAX_IN_TURN + 1, 0],
])(
  'a poll of %i VMs is reported %i times in the turn of its answer, and once in all',
  async (count, now) => {
    const { reports, state } = await answered(count);
    const first = reports();
    expect(first).toHaveLength(now);
    await ownTurn();
    expect([...first, ...reports()].map(({ after }) => after)).toEqual([state('a')]);
    expect(state('a').vms.value?.vms).toHaveLength(count);
  },
);

test('a poll of thousands of VMs is dropped when its account is removed before that turn', async () => {
  const { monitor, reports } = await answered(MAX_IN_TURN + 1);
  monitor.remove('a');
  await ownTurn();
  expect(reports()).toEqual([]);
});
