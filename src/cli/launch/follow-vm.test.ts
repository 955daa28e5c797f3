import { expect, test } from 'vitest';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { ProblemError } from '../../core/user-error.ts';
import type { ServiceProblem } from '../../shared/domain/problem.ts';
import { makeVm } from '../../shared/domain/testing/records.ts';
import { followVm } from './follow-vm.ts';

type Answer = string | ServiceProblem;

/** Follows a VM through these answers, the last one repeated. @param readyAt the status check from which SSH answers */
async function follow(answers: readonly Answer[], readyAt = Number.POSITIVE_INFINITY) {
  const clock = createVirtualClock();
  const lines: string[] = [];
  let requests = 0;
  let checks = 0;
  const following = followVm(makeVm({ id: 'a', status: 'creating', label: 'train' }), {
    clock,
    signal: new AbortController().signal,
    client: {
      async getVm() {
        const answer = answers[Math.min(requests++, answers.length - 1)] ?? 'running';
        if (typeof answer !== 'string') throw new ProblemError(answer);
        return makeVm({ id: 'a', status: answer, label: 'train' });
      },
    },
    answers: async () => ++checks >= readyAt,
    say: (line) => void lines.push(line),
    onEnd: async ({ status }) =>
      void lines.push(`${status} at the end, ${clock.monotonic() / 1_000} s`),
  }).catch((error: unknown) =>
    lines.push(error instanceof ProblemError ? error.problem.kind : String(error)),
  );
  await clock.advance(600_000);
  await following;
  return lines;
}

test.each<[string, readonly Answer[], number | undefined, readonly string[]]>([
  [
    'waits for SSH',
    ['starting', 'running'],
    3,
    [
      'train is starting after 5 s.',
      'train is running after 10 s.',
      'Ready to log in after 20 s.',
      'running at the end, 20 s',
    ],
  ],
  [
    'waits five minutes for SSH',
    ['running'],
    undefined,
    ['train is running after 5 s.', 'running at the end, 310 s', expect.stringContaining('SSH')],
  ],
  [
    'ends when it failed',
    ['failed'],
    undefined,
    ['train is failed after 5 s.', 'failed at the end, 5 s', expect.stringContaining('won’t run')],
  ],
  [
    'ends when it is stopped',
    ['running', 'stopped'],
    undefined,
    [
      'train is running after 5 s.',
      'train is stopped after 10 s.',
      'stopped at the end, 10 s',
      expect.stringContaining('won’t run'),
    ],
  ],
  [
    'survives failed requests',
    [{ kind: 'network' }, 'running'],
    1,
    ['train is running after 10 s.', 'Ready to log in after 10 s.', 'running at the end, 10 s'],
  ],
  [
    'gives up without a credential',
    [{ kind: 'forbidden' }],
    1,
    ['creating at the end, 5 s', 'forbidden'],
  ],
  [
    'gives up on a VM that is gone',
    [{ kind: 'notFound' }],
    1,
    ['creating at the end, 5 s', 'notFound'],
  ],
])('%s', async (_, answers, readyAt, lines) => {
  expect(await follow(answers, readyAt)).toEqual(lines);
});
