import { expect, test } from 'vitest';
import type { Known } from './facts.ts';
import { observeAccount } from './observe-account.ts';
import { SERVICES } from './services.ts';
import type { Statuses } from './truth.ts';

/** An account with one running VM. @param changed receives the statuses before each list, of the VMs that may have changed in it */
function account(changed: (before: Statuses) => void = () => {}) {
  const truth = { rate: 2, statuses: new Map([['a', 'running']]), starts: new Map() };
  const observed = observeAccount({
    service: SERVICES.rental,
    now: () => 0,
    truth: () => ({ ...truth }),
    onLists: changed,
    onForgotten: () => {},
    onRate: () => {},
  });
  const request = (path: string) => ({ user: 'key', query: new URLSearchParams(), path }) as const;
  return {
    ...{ observed, truth },
    lookUp: (status: string) =>
      observed.received(request('/vms/1'), { status: 200, json: listed(status)[0] }),
    poll(vms: unknown, spend: unknown, status = 200): Known {
      const answers = [
        ['/vms', vms],
        ['/billing/current-spend', spend],
      ] as const;
      for (const [path, json] of answers) observed.received(request(path), { status, json });
      observed.polled();
      return observed.known();
    },
  };
}

const listed = (status: string) => [{ instance_label: 'a', status }];

test('follows the answers of the service, and not those of faults', () => {
  const { poll, truth } = account();
  expect(poll({ items: listed('running') }, { total_per_hour: 2 })).toMatchObject({
    vms: { value: new Map([['a', 'running']]), isMisled: false },
    spend: { value: 2 },
  });
  truth.rate = 3;
  expect(poll(listed('failed'), { total_per_hour: 2 })).toMatchObject({
    vms: { value: new Map([['a', 'running']]), isMisled: true },
    spend: { value: 2, isMisled: true },
  });
  expect(poll(undefined, undefined, 403)).toMatchObject({
    vms: { isForbidden: true },
  });
});

test('knows nothing after a start', () => {
  const { poll, observed } = account();
  poll(listed('running'), { total_per_hour: 2 });
  observed.restart();
  expect(observed.known()).toMatchObject({ vms: { value: null }, spend: { value: null } });
});

test('expects no change in a list that a lookup has shown before', () => {
  const changes: Statuses[] = [];
  const { poll, lookUp, truth } = account((before) => changes.push(before));
  poll(listed('running'), undefined);
  lookUp('running');
  poll(listed('running'), undefined);
  lookUp('failed');
  truth.statuses = new Map([['a', 'failed']]);
  poll(listed('failed'), undefined);
  lookUp('destroyed');
  poll(listed('failed'), undefined);
  expect(changes.map((before) => [...before])).toEqual([[['a', 'running']], [], [['a', 'failed']]]);
});
