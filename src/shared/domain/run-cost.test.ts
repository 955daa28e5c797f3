import { expect, test } from 'vitest';
import { runCost } from './run-cost.ts';
import { billedAt, inStatus } from './testing/records.ts';

const NOW = Date.UTC(2026, 0, 2, 12);

test.each([
  ['running', '2026-01-02T00:00:00Z', 1.1, 13.2],
  ['running', null, 1.1, null],
  ['running', '2026-01-02T13:00:00Z', 1.1, 0],
  ['running', 'soon', 1.1, null],
  ['running', '2026-01-02T00:00:00Z', null, null],
  ['stopped', '2026-01-02T00:00:00Z', 0.02, null],
])(
  'the run of a VM that is %s, started at %s, at %s $/h has cost %s',
  (status, startedAt, billed, cost) => {
    const run = runCost({ ...inStatus(status), startedAt, billed: billedAt(billed) }, NOW);
    expect(run === null ? null : Number(run.toFixed(6))).toBe(cost);
  },
);
