import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type Failure, failure, writeTally } from './tally.ts';

const reasonOf = ({ stack, message }: SerializedError) => stack ?? message;

function failuresOf(module: TestModule): readonly Failure[] {
  const place = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')];
  // An import failed, for example.
  if (tests.length === 0 && module.state() === 'failed')
    return [failure(place, module.errors().map(reasonOf))];
  return tests.map((test) =>
    failure(`${place}: ${test.fullName}`, test.result().errors?.map(reasonOf) ?? []),
  );
}

/** Counts Vitest's tests. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeTally({
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      failures: modules.flatMap(failuresOf),
      files: modules.map((module) => ({
        name: module.relativeModuleId,
        ms: module.diagnostic().duration,
      })),
    });
  }
}
