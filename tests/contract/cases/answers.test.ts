import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describePollingProblem } from '../../../src/shared/domain/problem-text.ts';
import { TESTED } from '../behaviors/behaviors.ts';
import { startOwn } from '../behaviors/own.ts';

// Small inputs from public reports, with what is right.

const answer = z
  .object({
    status: z.number(),
    headers: z.object({ 'content-type': z.string() }),
    body: z.string(),
  })
  .transform(({ status, headers, body }) => ({ status, type: headers['content-type'], body }));

const read = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')));

const edge = read(
  'edge-403-text',
  z.object({
    list: z.tuple([z.string(), answer, z.string()]),
    right: z.object({ nextListRequestWithinSeconds: z.number() }),
  }),
);

const refused = read(
  'stop-refused-once',
  z.object({
    answersToTheStop: z.tuple([answer, z.unknown()]),
    also: z.array(answer),
    right: z.object({ secondStopWithinSeconds: z.number() }),
  }),
);

test('edge-403-text', async () => {
  const own = await startOwn({ provider: 'vast', ...TESTED.vast });
  own.control.setVm(own.vmId, { cpu_percent: 1, ram_percent: 2 });
  await own.setAutoStop('idle 5m');
  own.answerOnce(own.requests.list, edge.list[1]);
  const { nextListRequestWithinSeconds } = edge.right;
  while (own.oddLeft() > 0) await own.time.pass(1_000);
  await own.time.pass(1_000);
  const problem = own.problem();
  expect([problem?.kind, own.vms()?.length]).toEqual(['notTheService', 1]);
  expect(problem && describePollingProblem(problem)).toEqual({
    short: 'HTTP 403 from a proxy or gateway, not from Vast.ai',
    message: 'HTTP 403 from a proxy or gateway, not from Vast.ai.',
    action: 'Retrying automatically. If this persists, check your network and its proxy.',
  });
  await own.time.pass(nextListRequestWithinSeconds * 1_000);
  expect([own.problem(), own.vms()?.length]).toEqual([null, 1]);
  await own.pass(15);
  expect([own.phase(), own.autoStops(), own.stopsSent()]).toEqual(['stopped', 0, 1]);
});

test.each([refused.answersToTheStop[0], ...refused.also])(
  'stop-refused-once: $status',
  async (odd) => {
    const own = await startOwn({ provider: 'runpod', ...TESTED.runpod });
    await own.setAutoStop('15m');
    own.answerStopOnce(own.vmId, odd);
    while (own.oddLeft() > 0) await own.time.pass(1_000);
    expect([own.phase(), own.autoStops()]).toEqual(['running', 1]);
    await own.time.pass(refused.right.secondStopWithinSeconds * 1_000);
    expect(own.stopsSent()).toBe(1);
    await own.pass(3);
    expect([own.phase(), own.autoStops()]).toEqual(['stopped', 0]);
  },
);
