import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

type Environment = Readonly<Record<string, string>>;

/** Compile cache for the tools, as in vitest.config.ts for what they start. */
const NODE_COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

/**
 * Runs a program from `node_modules/.bin`, which npm puts on the PATH. Its output is printed when it has ended, so that
 * programs can run side by side.
 */
async function succeeds(
  command: string,
  args: readonly string[],
  env: Environment = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', ({ message }) => {
      output += message;
    });
    child.once('close', resolve);
  });
  console.log(`\n▶ ${[command, ...args].join(' ')}\n${output}`);
  return code === 0;
}

/** A check that passes or fails as a whole. */
export async function check(command: string, args: readonly string[]): Promise<Tally> {
  return (await succeeds(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Counts by the suite's report. A suite that failed without a failing test, or without a report, counts as one failure. */
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

/** Vitest's projects, without those that are left out. @param report path of the JSON report */
export async function vitest(report: string, leftOut: readonly string[]): Promise<Tally> {
  const args = ['--no-color', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const projects = leftOut.map((name) => `--project=!${name}`);
  return tallyOf(await succeeds('vitest', ['run', ...args, ...projects]), report, vitestReport);
}

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected,
    // A spec that passes only on retry hides a defect.
    failed: stats.unexpected + stats.flaky,
  }));

/** The specs of one Playwright configuration. @param file path of the JSON report */
export async function playwright(config: string, file: string): Promise<Tally> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return tallyOf(
    await succeeds('playwright', ['test', '--config', config, '--reporter=dot,json'], env),
    file,
    playwrightReport,
  );
}
