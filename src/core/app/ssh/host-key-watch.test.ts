import { expect, test } from 'vitest';
import { vmKey } from '../../../shared/app/index.ts';
import type { KeyComparison, SshHost } from '../../ssh/index.ts';
import { createHostKeyWatch } from './host-key-watch.ts';
import { host } from './testing/hosts.ts';

const CHANGED: KeyComparison = {
  state: 'changed',
  stored: [{ type: 'ED25519', sha256: 'SHA256:old' }],
  offered: [{ type: 'ED25519', sha256: 'SHA256:new' }],
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

function setup(first: readonly SshHost[]) {
  let hosts = first;
  let answer: KeyComparison = CHANGED;
  let underWay = 0;
  let most = 0;
  const told: string[] = [];
  const shown: number[] = [];
  const watch = createHostKeyWatch({
    async compare() {
      underWay += 1;
      most = Math.max(most, underWay);
      const found = answer;
      await turn();
      underWay -= 1;
      return found;
    },
    current: (key) => hosts.find(({ accountId, vmId }) => vmKey(accountId, vmId) === key),
    onShown: () => shown.push(1),
    onChanged: ({ alias }) => told.push(alias),
  });
  return {
    ...{ watch, told, shown },
    most: () => most,
    set(next: { hosts?: readonly SshHost[]; answer?: KeyComparison }) {
      hosts = next.hosts ?? hosts;
      answer = next.answer ?? answer;
    },
  };
}

test('a changed key is told once, and shown until it is right again', async () => {
  const { watch, told, set } = setup([host()]);
  await watch.check(host());
  await watch.check(host());
  expect(told).toEqual(['gpu-one']);
  expect([...watch.changed().values()]).toEqual([
    { stored: ['ED25519 SHA256:old'], offered: ['ED25519 SHA256:new'] },
  ]);
  set({ answer: { state: 'unreachable' } });
  await watch.check(host());
  expect(watch.changed().size).toBe(1);
  set({ answer: { state: 'same' } });
  watch.recheck();
  await turn();
  await turn();
  expect(watch.changed().size).toBe(0);
});

test('an answer about an address that the VM has left blames nobody', async () => {
  const { watch, told, set } = setup([host()]);
  const check = watch.check(host());
  set({ hosts: [host({ address: '203.0.113.99' })] });
  await check;
  expect(told).toEqual([]);
  expect(watch.changed().size).toBe(0);
});

test('a fleet is asked a few at a time, and what is right shows nothing', async () => {
  const fleet = Array.from({ length: 30 }, (_, index) => host({ vmId: `vm${index}` }));
  const { watch, shown, most, set } = setup(fleet);
  set({ answer: { state: 'same' } });
  for (const one of fleet) watch.checkLater(one);
  for (let round = 0; round < 40; round += 1) await turn();
  expect(most()).toBe(4);
  expect(shown).toEqual([]);
});

test('VMs that are gone take their alarm along', async () => {
  const { watch } = setup([host()]);
  await watch.check(host());
  watch.keep(new Map());
  expect(watch.changed().size).toBe(0);
});
