import { expect, test } from 'vitest';
import { ServiceError } from '../../core/providers/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { ServiceProblem } from '../../shared/domain/problem.ts';
import { makeVm } from '../../shared/domain/testing/records.ts';
import { followVm } from './follow-vm.ts';

type Answer = string | ServiceProblem;

/** Follows a VM through these answers, the last one repeated. @param readyAt the status check from which SSH answers */
async function follow(answers: readonly Answer[], readyAt = Number.POSITIVE_INFINITY) {
  const clock = createVirtualClock();
  const seen: string[] = [];
  let requests = 0;
  let checks = 0;
  const following = followVm(makeVm({ id: 'a', status: 'creating' }), {
    clock,
    signal: new AbortController().signal,
    client: {
      async getVm() {
        const answer = answers[Math.min(requests++, answers.length - 1)] ?? 'running';
        if (typeof answer !== 'string') throw new ServiceError(answer);
        return makeVm({ id: 'a', status: answer });
      },
    },
    answers: async () => ++checks >= readyAt,
    onRead: ({ status }) => status !== 'creating' && seen.at(-1) !== status && seen.push(status),
  }).catch((error: unknown) => (error instanceof ServiceError ? error.problem.kind : error));
  await clock.advance(600_000);
  return { end: await following, seen, seconds: requests * 5 };
}

test.each<[string, readonly Answer[], number | undefined, string, readonly string[]]>([
  ['waits for SSH', ['starting', 'running'], 3, 'ready', ['starting', 'running']],
  ['ends when it failed', ['failed'], undefined, 'ended', ['failed']],
  ['ends when it is stopped', ['running', 'stopped'], undefined, 'ended', ['running', 'stopped']],
  ['survives failed requests', [{ kind: 'network' }, 'running'], 1, 'ready', ['running']],
  ['gives up without a credential', [{ kind: 'forbidden' }], 1, 'forbidden', []],
  ['gives up on a VM that is gone', [{ kind: 'notFound' }], 1, 'notFound', []],
])('%s', async (_, answers, readyAt, end, seen) => {
  expect(await follow(answers, readyAt)).toMatchObject({ end, seen });
});

test('waits five minutes for SSH', async () => {
  expect(await follow(['running'])).toMatchObject({ end: 'notReady', seconds: 310 });
});
