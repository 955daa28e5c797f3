import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROVIDER_IDS } from '../../shared/providers/providers.ts';
import { type HttpAnswer, loadDescription } from '../providers/index.ts';
import { createRunpodClient } from '../providers/runpod/client.ts';
import { PLANTED, sentPod } from '../providers/runpod/testing/pods.ts';
import { shapeOf, shapesText } from './shapes.ts';

const RUNPOD = await loadDescription('runpod');

test('shows names and types, unknown words of enums, and counts what the description lacks', () => {
  const stopped = { ...sentPod(), status: 'FROZEN_DISK', gpu: undefined, runtime: null };
  const lines = shapeOf([{ pods: [sentPod(), JSON.parse(JSON.stringify(stopped))] }], RUNPOD);
  expect(lines).toEqual(
    expect.arrayContaining([
      '  answer.pods: list',
      '  answer.pods[n]: object, other: 8',
      '  answer.pods[n].status: text, unknown words: FROZEN_DISK',
      '  answer.pods[n].actions[n]: text',
      '  answer.pods[n].runtime: object | null, other: 1',
      '  answer.pods[n].gpu.count: number',
    ]),
  );
  for (const hidden of [...PLANTED, 'train-1', '203.0.113.9', 'env', 'API_TOKEN'])
    expect(lines.join('\n')).not.toContain(hidden);
});

/** A secret that is no word of an enum. */
const secret = fc.stringMatching(/^[A-Za-z0-9_-]{4,20}[0-9][A-Za-z0-9_-]{2,20}$/);

/** An answer with secrets as values and names, also below and in place of described fields. */
const answerWith = (secrets: readonly string[]) => {
  const names = fc.oneof(fc.constantFrom(...RUNPOD.fields), fc.constantFrom(...secrets));
  const { answer } = fc.letrec((tie) => ({
    answer: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(...secrets, 7_777_777, null, true),
      fc.array(tie('answer'), { maxLength: 4 }),
      fc.dictionary(names, tie('answer'), { maxKeys: 6 }),
    ),
  }));
  return answer;
};

test('shows nothing of a value and no name that the description lacks', () => {
  const cases = fc
    .array(secret, { minLength: 1, maxLength: 4 })
    .chain((secrets) => fc.tuple(fc.constant(secrets), answerWith(secrets)));
  fc.assert(
    fc.property(cases, ([secrets, answer]) => {
      const text = shapeOf([answer], RUNPOD).join('\n');
      for (const hidden of [...secrets, '7777777']) expect(text).not.toContain(hidden);
    }),
  );
});

test('stays short for an answer that nests known names, or changes its words, without an end', () => {
  const letters = (index: number) =>
    String(index).replace(/\d/g, (digit) => 'abcdefghij'[+digit] ?? '');
  const pods = Array.from({ length: 1_000 }, (_, index) => ({ status: letters(index) }));
  expect(shapeOf([{ pods }], RUNPOD).join('').length).toBeLessThan(300);

  let answer: unknown = 'end';
  for (let depth = 0; depth < 2_000; depth += 1) answer = { pods: [answer, { gpu: answer }] };
  expect(shapeOf([answer], RUNPOD).length).toBeLessThanOrEqual(400);
});

test('describes each call of an account, hides typed paths, and names the calls that failed', async () => {
  const listeners = new Set<(answer: HttpAnswer) => void>();
  const answers: Readonly<Record<string, unknown>> = {
    '/v2/pods': { pods: [sentPod()] },
    '/v2/pods/{vm_id}': sentPod(),
  };
  const rest = { bytes: 1, date: null, rateLimit: { limit: null, remaining: null, resetAt: null } };
  const client = createRunpodClient({
    async read({ path }) {
      const answer = { ...rest, endpoint: `GET ${path}`, json: answers[path] ?? {} };
      for (const listen of listeners) listen(answer);
      return answer;
    },
    write: () => Promise.reject(new Error('a write')),
    pace: { isLimitKnown: () => false, opensAt: () => null, noteRateLimit: () => {} },
    clock: { now: () => 0, monotonic: () => 0, after: () => () => {} },
    ...{ listMs: 1_000, profile: null },
  });
  const account = {
    ...client,
    async balance() {
      const json = { mallory: 7 };
      for (const listen of listeners) listen({ ...rest, endpoint: 'GET /mallory/balance', json });
      return 7;
    },
    onAnswer(listener: (answer: HttpAnswer) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const text = await shapesText('1.2', [{ provider: 'runpod', client: account }], {
    now: () => 0,
  });
  const lines = text.split('\n').filter((line) => !line.startsWith('  '));
  expect(lines).toEqual([
    ...['GPU Tray 1.2', 'Account 1: RunPod', 'GET /v2/pods', 'GET /v2/pods/{vm_id}'],
    ...['GET /v2/billing', 'GET /v2/billing/pods', 'GET (a path of the service profile)'],
    ...['Failed: usage (incompatible)', ''],
  ]);
  expect(text).not.toContain('mallory');
  expect(listeners.size).toBe(0);
});

test('nothing below the environment of a VM is described', async () => {
  for (const id of PROVIDER_IDS) expect((await loadDescription(id)).fields).not.toContain('env');
});
