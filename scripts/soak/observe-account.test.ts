import { expect, it } from 'vitest';
import type { Known } from './facts.ts';
import { observeAccount } from './observe-account.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** An account with one running VM. */
function account() {
  const time = { now: 0 };
  const truth = { rate: 2, statuses: new Map([['a', 'running']]) };
  const observed = observeAccount({
    now: () => time.now,
    truth: () => ({ ...truth }),
    onLists: () => {},
    onForgotten: () => {},
    onRate: () => {},
  });
  const request = (path: string) => ({ user: 'key', method: 'GET', offset: 0, path }) as const;
  return {
    ...{ observed, time, truth },
    ask(path: string, status: number, json?: unknown, retryAt: number | null = null): void {
      observed.sent(request(path));
      observed.received(request(path), { status, json, retryAt });
    },
    poll(vms: unknown, spend: unknown, status = 200): Known {
      const answers = [
        ['/vms', vms],
        ['/billing/current-spend', spend],
      ] as const;
      for (const [path] of answers) observed.sent(request(path));
      for (const [path, json] of answers)
        observed.received(request(path), { status, json, retryAt: null });
      return observed.known();
    },
  };
}

const listed = (status: string) => [{ instance_label: 'a', status }];

it('follows the answers of the service, and not those of faults', () => {
  const { poll, truth } = account();
  expect(poll({ items: listed('running') }, { total_per_hour: 2 })).toMatchObject({
    list: { statuses: new Map([['a', 'running']]) },
    spend: { rate: 2 },
    isMisled: false,
  });
  truth.rate = 3;
  expect(poll(listed('failed'), { total_per_hour: 2 })).toMatchObject({
    list: { statuses: new Map([['a', 'running']]) },
    spend: { rate: 2 },
    isMisled: true,
    isRateMisled: true,
  });
  expect(poll(undefined, undefined, 403)).toMatchObject({
    isListForbidden: true,
    isRefused: true,
  });
});

it('knows nothing after a start, which makes nothing old', () => {
  const { poll, time, observed } = account();
  poll(listed('running'), { total_per_hour: 2 });
  time.now = MINUTE;
  observed.restart();
  expect(observed.known()).toMatchObject({ list: null, spend: null, upSince: MINUTE });
});

it.each([
  ['usage', '/billing/usage', 1],
  ['sign-ins, which holds for nothing else', '/auth/login', 0],
])('a limit of %s', (_name, path, tooSoon) => {
  const { ask, time, observed } = account();
  ask(path, 429, undefined, MINUTE);
  time.now = SECOND;
  ask('/billing/usage', 200);
  expect(observed.pace().tooSoon).toHaveLength(tooSoon);
});
