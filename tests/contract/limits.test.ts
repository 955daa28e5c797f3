import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behavior, LoggedRequest, Simulator } from '../../simulator/index.ts';
import { createHttp, type Http } from '../../src/core/providers/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { baseUrlOf, keyClient, network, simulate, watch } from './fixtures.ts';
import { createSharedTime, type SharedTime } from './shared-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Another program with the same API key. */
function otherProgram(sim: Simulator, { fetch, clock }: SharedTime): Http {
  return createHttp(baseUrlOf(sim), network({ fetch, clock }));
}

/** Uses up the user's remaining reads of this minute. */
async function exhaust(sim: Simulator, time: SharedTime): Promise<void> {
  const http = otherProgram(sim, time);
  const bearer = new Secret(sim.credentials[0].apiKeys.read_only);
  const request = { method: 'GET', path: '/vms', bearer } as const;
  while (sim.control.state().requests.log.at(-1)?.status !== 429)
    await http(request).catch(() => {});
  sim.control.clearLog();
}

function log(sim: Simulator): readonly LoggedRequest[] {
  return sim.control.state().requests.log;
}

const refusals = (sim: Simulator) => log(sim).filter(({ status }) => status === 429);
const moment = ({ at }: LoggedRequest) => Date.parse(at);

async function watched(options: Partial<Behavior>, vms = 1) {
  const time = createSharedTime();
  const sim = await simulate({ vms, ...options }, time.simulatorClock);
  const client = keyClient(sim, { clock: time.clock, fetch: time.fetch });
  return { time, sim, account: () => watch(client, time.clock) };
}

describe('the rate limit', () => {
  test('is never exceeded, whatever the limit and the list', async () => {
    const situations = fc.record({
      // Of two, a pending spend request may take the one that a second page needs.
      readsPerMinute: fc.integer({ min: 3, max: 40 }),
      vms: fc.integer({ min: 0, max: 260 }),
      isPanelOpen: fc.boolean(),
    });
    const property = fc.asyncProperty(situations, async ({ vms, isPanelOpen, ...options }) => {
      const { time, sim, account } = await watched({ ...options, maxLimit: 50 }, vms);
      const { monitor, status } = account();
      monitor.adapt({ isPanelOpen });
      await time.pass(4 * MINUTE);
      expect(refusals(sim)).toEqual([]);
      expect(status()).toBe('live');
      monitor.stop();
      await sim.close();
    });
    await fc.assert(property, { numRuns: 6 });
  });

  test('delays the pages of a long list to the next minute', async () => {
    const { time, sim, account } = await watched({ readsPerMinute: 8, maxLimit: 50 }, 600);
    const { state, status } = account();
    await time.pass(3 * MINUTE);
    expect(refusals(sim)).toEqual([]);
    expect(status()).toBe('live');
    expect(state().vms.value?.vms).toHaveLength(600);
  });
});

describe('429', () => {
  test('waits, then recovers', async () => {
    const { time, sim, account } = await watched({ readsPerMinute: 10 });
    const { state, status, problems, received } = account();
    await time.pass(0);
    const before = state();
    const [receivedAt] = received();
    await time.pass(10 * SECOND);
    await exhaust(sim, time);
    const windowEnds = (receivedAt ?? 0) + MINUTE;

    await time.pass(49 * SECOND);
    const refused = refusals(sim);
    // Both requests of one poll.
    expect(refused).toHaveLength(2);
    expect(log(sim)).toHaveLength(2);
    expect(problems()).toEqual(['rateLimited', 'rateLimited']);
    expect(status()).toBe('outOfDate');
    expect(state().vms.value).toBe(before.vms.value);
    expect(received()).toEqual([receivedAt, receivedAt]);

    await time.pass(2 * MINUTE);
    expect(refusals(sim)).toHaveLength(2);
    expect(status()).toBe('live');
    const next = log(sim).find(({ status: answer }) => answer === 200);
    if (!next) throw new Error('no request was sent');
    expect(moment(next)).toBeGreaterThanOrEqual(windowEnds);
  });
});
