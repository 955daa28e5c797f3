import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a program from `node_modules/.bin`, which npm puts on the path, with our own output. */
function succeeds(command: string, args: readonly string[], env: Environment = {}): boolean {
  console.log(`\n▶ ${[command, ...args].join(' ')}`);
  const isWindows = process.platform === 'win32';
  const options = {
    stdio: 'inherit',
    shell: isWindows,
    env: { ...process.env, NO_COLOR: '1', ...env },
  } as const;
  return spawnSync(command, args, options).status === 0;
}

/** A check that passes or fails as a whole. */
export function check(command: string, args: readonly string[]): Tally {
  return succeeds(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * What a suite counted, by its report. One that failed without a failing test (it did not load, or an error came from
 * outside any test) counts as a failure all the same, and so does one without a report.
 */
function tallyOf(isGreen: boolean, file: string, counts: z.ZodType<Tally>): Tally {
  try {
    const tally = counts.parse(JSON.parse(readFileSync(file, 'utf8')));
    return isGreen || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const vitestReport = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number() })
  .transform((report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }));

/** Every vitest project. @param file where the report goes */
export function vitest(file: string): Tally {
  const reporters = [
    '--no-color',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  return tallyOf(succeeds('vitest', ['run', ...reporters]), file, vitestReport);
}

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected,
    // A spec that passes only when it is tried again hides a defect.
    failed: stats.unexpected + stats.flaky,
  }));

/** The specs of one Playwright configuration. @param file where the report goes */
export function playwright(config: string, file: string): Tally {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return tallyOf(
    succeeds('playwright', ['test', '--config', config, '--reporter=dot,json'], env),
    file,
    playwrightReport,
  );
}
