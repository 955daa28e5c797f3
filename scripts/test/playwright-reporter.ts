import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { failure, writeTally } from './tally.ts';

/** Counts the specs of a Playwright configuration. */
export default class PlaywrightReporter implements Reporter {
  #tests: readonly TestCase[] = [];
  #folder = '';

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
    this.#folder = rootDir;
  }

  onEnd(): void {
    const files = new Map<string, number>();
    for (const { location, results } of this.#tests) {
      const name = relative(this.#folder, location.file);
      const ms = results.reduce((sum, { duration }) => sum + duration, files.get(name) ?? 0);
      files.set(name, ms);
    }
    // A spec that passes only on retry hides a defect.
    const failed = this.#tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    writeTally({
      passed: this.#tests.filter((test) => test.outcome() === 'expected').length,
      failures: failed.map(({ location: { file, line }, title, results }) =>
        failure(
          `${relative(this.#folder, file)}:${line} ${title}`,
          results.flatMap(({ errors }) =>
            errors.flatMap(({ message, snippet }) => [message ?? '', snippet ?? '']),
          ),
        ),
      ),
      files: [...files].map(([name, ms]) => ({ name, ms })),
    });
  }
}
