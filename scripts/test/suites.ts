import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface Failure {
  /** The test with its file, or the suite. */
  readonly name: string;
  /** Plain text; empty: its output says it. */
  readonly reason: string;
}

interface TestFile {
  readonly name: string;
  readonly ms: number;
}

export interface Tally {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly files: readonly TestFile[];
}

const failed = (name: string): Tally => ({
  passed: 0,
  failures: [{ name, reason: '' }],
  files: [],
});

type Environment = Readonly<Record<string, string>>;

/** Compile cache for the tools, as in vitest.config.ts for what they start. */
const NODE_COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

/** Runs a program from `node_modules/.bin`. Its output is printed at its end, so that programs can run side by side. */
async function succeeds(
  command: string,
  args: readonly string[],
  env: Environment = {},
): Promise<boolean> {
  const started = performance.now();
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n▶ ${[command, ...args].join(' ')} (${seconds} s)\n${output}`);
  return code === 0;
}

export async function check(command: string, args: readonly string[]): Promise<Tally> {
  const isGreen = await succeeds(command, args);
  return isGreen ? { passed: 1, failures: [], files: [] } : failed(command);
}

/** Counts by the suite's report. A suite that failed without a failing test, or without a report, counts as one failure. */
function tallyOf(suite: string, isGreen: boolean, file: string, counts: z.ZodType<Tally>): Tally {
  try {
    const tally = counts.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (isGreen || tally.failures.length > 0) return tally;
    return { ...tally, failures: failed(suite).failures };
  } catch {
    return failed(suite);
  }
}

/** Characters: the message and the line that failed. */
const MAX_REASON = 1_000;

function failure(name: string, reasons: readonly string[]): Failure {
  return { name, reason: stripVTControlCharacters(reasons.join('\n')).slice(0, MAX_REASON) };
}

const testFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  assertionResults: z.array(
    z.object({
      status: z.string(),
      fullName: z.string(),
      failureMessages: z.array(z.string()),
    }),
  ),
});

const placeOf = ({ name }: z.infer<typeof testFile>) => relative('.', name);

function failuresOf(file: z.infer<typeof testFile>): readonly Failure[] {
  const place = placeOf(file);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  // An import failed, for example.
  if (failed.length === 0 && file.status === 'failed') return [failure(place, [file.message])];
  return failed.map((test) => failure(`${place}: ${test.fullName}`, test.failureMessages));
}

const vitestReport = z
  .object({ numPassedTests: z.number(), testResults: z.array(testFile) })
  .transform(({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(failuresOf),
    files: testResults.map((file) => ({
      name: placeOf(file),
      ms: file.endTime - file.startTime,
    })),
  }));

/** Vitest's tests. @param report path of the JSON report @param leftOut folders and files */
export async function vitest(report: string, leftOut: readonly string[]): Promise<Tally> {
  const args = ['--no-color', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const excluded = leftOut.map((path) => `--exclude=${path.endsWith('.ts') ? path : `${path}/**`}`);
  const isGreen = await succeeds('vitest', ['run', ...args, ...excluded]);
  return tallyOf('vitest', isGreen, report, vitestReport);
}

const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string() })) }),
      ),
    }),
  ),
});

const specs = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(specs).optional();
  },
});

const specsOf = (suite: z.infer<typeof specs>): readonly z.infer<typeof spec>[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Each file with the time of its tests. */
function specFiles(all: readonly z.infer<typeof spec>[]): readonly TestFile[] {
  const times = new Map<string, number>();
  for (const { file, tests } of all)
    for (const { duration } of tests.flatMap(({ results }) => results))
      times.set(file, (times.get(file) ?? 0) + duration);
  return [...times].map(([name, ms]) => ({ name, ms }));
}

const playwrightReport = z
  .object({ stats: z.object({ expected: z.number() }), suites: z.array(specs) })
  .transform(({ stats, suites }) => ({
    passed: stats.expected,
    files: specFiles(suites.flatMap(specsOf)),
    failures: suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
      tests
        // A spec that passes only on retry hides a defect.
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => {
          const errors = results.flatMap((result) => result.errors);
          return failure(
            `${file}:${line} ${title}`,
            errors.map(({ message }) => message),
          );
        }),
    ),
  }));

/** The specs of one Playwright configuration. @param file path of the JSON report */
export async function playwright(config: string, file: string): Promise<Tally> {
  // Node removes the types: without a cache, Playwright would transform each file with Babel, which takes several seconds.
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' };
  const args = ['test', '--config', config, '--reporter=dot,json'];
  return tallyOf(config, await succeeds('playwright', args, env), file, playwrightReport);
}
