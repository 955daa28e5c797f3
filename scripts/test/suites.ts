import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tally, tallySchema } from './tally.ts';

const failed = (name: string): Tally => ({
  passed: 0,
  failures: [{ name, reason: '' }],
  files: [],
});

/** Compile cache for the tools, as in vitest.config.ts for what they start. */
const NODE_COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);

/** Runs a program from `node_modules/.bin`. Its output is printed at its end, so that programs can run side by side. */
function succeeds(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const started = performance.now();
  const options = {
    shell: process.platform === 'win32',
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE, ...env },
    maxBuffer: Number.POSITIVE_INFINITY,
  };
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const reason = typeof error?.code === 'string' ? error.message : '';
      console.log(
        `\n▶ ${[command, ...args].join(' ')} (${seconds} s)\n${stdout}${stderr}${reason}`,
      );
      resolve(error === null);
    });
    child.stdin?.end();
  });
}

export async function check(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const isGreen = await succeeds(command, args, env);
  return isGreen ? { passed: 1, failures: [], files: [] } : failed(command);
}

/** The tally of a suite by its reporter. A suite that failed without a failing test, or without a tally, counts as one failure. */
async function suite(
  name: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const file = join(tmpdir(), `${randomUUID()}.json`);
  const isGreen = await succeeds(command, args, { ...env, GPU_TRAY_TALLY: file });
  try {
    const tally = tallySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (isGreen || tally.failures.length > 0) return tally;
    return { ...tally, failures: failed(name).failures };
  } catch {
    return failed(name);
  }
}

const reporter = (name: string) => join(import.meta.dirname, name);

/** Vitest's tests. @param leftOut folders and files */
export function vitest(leftOut: readonly string[]): Promise<Tally> {
  const args = ['--no-color', '--reporter=dot', `--reporter=${reporter('vitest-reporter.ts')}`];
  const excluded = leftOut.map((path) => `--exclude=${path.endsWith('.ts') ? path : `${path}/**`}`);
  return suite('vitest', 'vitest', ['run', ...args, ...excluded]);
}

/** The specs of one Playwright configuration. */
export function playwright(config: string): Promise<Tally> {
  // Node removes the types: without a cache, Playwright would transform each file with Babel, which takes several seconds.
  const env = { PW_DISABLE_TS_ESM: '1' };
  const reporters = `--reporter=dot,${reporter('playwright-reporter.ts')}`;
  return suite(config, 'playwright', ['test', '--config', config, reporters], env);
}
