import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { commandSetup, pipe } from '../../src/cli/testing/setups.ts';
import {
  applyAccounts,
  applyPoll,
  applyPreferences,
  applyUsageReport,
  EMPTY_SNAPSHOT,
  withMeasured,
} from '../../src/core/app/kernel/apply-poll.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { readUsageReports } from '../../src/core/costs/index.ts';
import { silentLog } from '../../src/core/log.ts';
import { readAccount } from '../../src/core/monitor/index.ts';
import {
  createAccountClient,
  createKeySession,
  parseBaseUrl,
} from '../../src/core/providers/index.ts';
import { createRunpodClient } from '../../src/core/providers/runpod/client.ts';
import { Secret } from '../../src/core/secret.ts';
import { createVirtualClock } from '../../src/core/testing/virtual-clock.ts';
import { initialState } from '../../src/shared/state/index.ts';
import { environment } from '../../src/shared/testing/environment.ts';
import { makeAccount } from '../../src/shared/testing/make-account.ts';
import { costNow } from '../../src/shared/usage/app-totals.ts';

// A pod runs since 01:00 and costs $0.69/h. At 07:24 the bill of the day has no record of it.

const sample = z
  .object({ now: z.string(), pods: z.unknown(), billing: z.unknown(), billingPods: z.unknown() })
  .parse(JSON.parse(readFileSync(new URL('./cases/bill-lags.json', import.meta.url), 'utf8')));

const NOW = Date.parse(sample.now);
const PROVED = 6.4 * 0.69;

const query = { startTime: '2026-11-28T00:00:00Z', endTime: '2026-11-28T07:00:00Z' };
const bill = (totalAmount: number) => ({ metadata: { query, totals: { totalAmount } } });

const answersWith = (billing: unknown): Readonly<Record<string, unknown>> => ({
  '/v2/pods': { pods: sample.pods },
  '/v2/billing': billing,
  '/v2/billing/pods': sample.billingPods,
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The core after a poll and a report, in this order or the other one. */
async function readIn(order: readonly ('poll' | 'report')[], billing: unknown) {
  const clock = createVirtualClock(NOW);
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const answers = answersWith(billing);
  const client = createAccountClient(
    { base: base.url, open: createRunpodClient },
    {
      fetch: async (input) => Response.json(answers[new URL(new Request(input).url).pathname]),
      ...{ clock, log: silentLog, listMs: 1_000 },
    },
    { createSession: () => createKeySession(new Secret('key')) },
  );
  const { signal } = new AbortController();
  const after = await readAccount(client, signal);
  const billed = await readUsageReports('a', client, NOW, signal);
  const account = makeAccount({ id: 'a', provider: 'runpod', can: ['usage'] });
  const store = createStateStore(initialState(environment, NOW));
  let core = applyAccounts(store.core(), [account]);
  const limit = { isOn: true, limit: 4 };
  core = applyPreferences(core, { ...core.preferences, spendToday: limit }, NOW).core;
  const poll = () =>
    applyPoll(
      core,
      {
        ...{ accountId: 'a', before: EMPTY_SNAPSHOT, after, events: [] },
        ...{ hasFailed: false, asOf: NOW, isAfterWake: false },
      },
      NOW,
    ).core;
  for (const step of order)
    core =
      step === 'poll' ? withMeasured(poll(), 'a', null, NOW) : applyUsageReport(core, billed, NOW);
  // An alert is confirmed by a further poll.
  for (let count = 0; count < 2; count += 1) core = poll();
  return { core, measure: (amount: number) => withMeasured(core, 'a', { amount, gapMs: 0 }, NOW) };
}

test.each([
  ['after the list', ['poll', 'report']],
  ['before the list', ['report', 'poll']],
] as const)(
  'a report without records that is read %s leaves today at least the run, and alerts',
  async (_, order) => {
    const { core, measure } = await readIn(order, sample.billing);
    const { today, month } = core.costs;
    expect(today.isAtLeast).toBe(true);
    expect(costNow(today, NOW)).toBeCloseTo(PROVED, 6);
    expect(month.known ?? PROVED).toBeGreaterThanOrEqual(PROVED);
    expect(core.alerts.map(({ rule }) => rule)).toEqual(['spendToday']);
    expect(costNow(measure(5).costs.today, NOW)).toBe(5);
  },
);

test.each([4.41, 6])('a bill of $%d that has caught up is the cost of today', async (amount) => {
  const { core } = await readIn(['report', 'poll'], bill(amount));
  expect(core.costs.today).toEqual({ known: amount, asOf: NOW, perHour: 0.69 });
});

test('status prints at least the cost of the run', async () => {
  const run = async (...options: readonly string[]) => {
    const answers = Object.entries(answersWith(sample.billing));
    const setup = await commandSetup(
      Object.fromEntries(answers.map(([path, body]) => [path, () => Response.json(body)])),
      NOW,
    );
    const argv = ['status', ...options, '--provider', 'runpod', '--api-key-stdin'];
    return (await setup.run(argv, pipe('a-key'))).out;
  };
  expect(await run()).toMatch(/\nToday.* ≥ \$4\.41 /);
  const { totals } = JSON.parse(await run('--json'));
  expect(totals.costsAreAtLeast).toBe(true);
  expect(totals.today).toBeCloseTo(PROVED, 6);
});
