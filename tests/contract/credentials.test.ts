import { describe, expect, test } from 'vitest';
import { accountProblem, isBillingOnly } from '../../src/shared/domain/account-state.ts';
import { describeProblem } from '../../src/shared/domain/problem-text.ts';
import { keyClient, requestsTo, simulate, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const HOUR = 3_600_000;

type Key = 'read_write' | 'read_only' | 'billing_only' | 'unknown';

async function watched(name: Key) {
  const time = createSharedTime();
  const sim = await simulate({ vms: 6 }, time.simulatorClock);
  const keys = { ...sim.credentials[0].apiKeys, unknown: 'sim_live_unknown' };
  const client = keyClient(sim, { clock: time.clock, fetch: time.fetch }, keys[name]);
  const account = watch(client, time.clock);
  await time.pass(0);
  return { time, sim, account, client };
}

describe('an API key', () => {
  test('billing_only shows the spend and requests VMs twice more, then once an hour', async () => {
    const { time, sim, account } = await watched('billing_only');
    expect(account.status()).toBe('live');
    expect(account.problems()).toEqual(['forbidden', null]);
    expect(isBillingOnly(account.state())).toBe(true);
    expect(account.state().vms.value).toBeNull();
    expect(account.state().spend.value?.perHour).toBeGreaterThan(0);
    await time.pass(HOUR / 2);
    expect(requestsTo(sim, 'GET /vms')).toBe(3);
    expect(requestsTo(sim, 'GET /billing/current-spend')).toBeGreaterThan(30);
    await time.pass(HOUR);
    expect(requestsTo(sim, 'GET /vms')).toBe(4);
  });

  test('that is unknown is refused, and tried again every half hour', async () => {
    const { time, sim, account } = await watched('unknown');
    expect(account.status()).toBe('refused');
    const problem = accountProblem(account.state());
    expect(problem && describeProblem(problem).message).toBe(
      'API key rejected (401): Missing or invalid authentication.',
    );
    sim.control.clearLog();
    await time.pass(24 * HOUR);
    expect(account.status()).toBe('refused');
    expect(requestsTo(sim, 'GET /vms')).toBe(50);
  });
});
