import { expect, test } from 'vitest';
import { LAUNCH_FACTS } from './facts-launch.ts';
import { MONEY_FACTS } from './facts-money.ts';
import { RULE_FACTS } from './facts-rules.ts';
import { VM_FACTS } from './facts-vm.ts';
import { type Fact, RUNS, type Run } from './runs.ts';

// Each fact of the service's document, and what shows that it is honored. A run serves many facts.

const ended = new Map<Run, Promise<readonly string[]>>();

function linesOf(run: Run): Promise<readonly string[]> {
  const known = ended.get(run) ?? RUNS[run]();
  ended.set(run, known);
  return known;
}

const FACTS: readonly Fact[] = [...VM_FACTS, ...MONEY_FACTS, ...LAUNCH_FACTS, ...RULE_FACTS];

test.for(FACTS)('%s (%s)', async ([, run, line, lacks]) => {
  const lines = await linesOf(run);
  const matching = lines.filter((one) => (line instanceof RegExp ? line.test(one) : one === line));
  if (lacks) expect(matching).toEqual([]);
  else expect(lines).toContain(matching[0] ?? line);
});
