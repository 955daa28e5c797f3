import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MAIN, NODE, newUser, PATIENCE_MS } from './command-line.ts';
import { simulate } from './fixtures.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

/** What `status` prints at a terminal, which `script` of util-linux plays. */
async function atTerminal(options: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const sim = await simulate({ vms: 4 });
  const env = await newUser();
  const keyFile = join(env['HOME'] ?? '', 'key');
  await writeFile(keyFile, sim.credentials[0].apiKeys.read_only);
  const status = `"$NODE" "$MAIN" status --base-url ${sim.baseUrl} --api-key-stdin ${options.join(' ')}`;
  const child = { ...env, TERM: 'xterm-256color', NODE, MAIN, KEY_FILE: keyFile, ...more };
  return new Promise<string>((resolve, reject) => {
    const args = ['-qec', `${status} < "$KEY_FILE"`, '/dev/null'];
    const run = execFile('script', args, { env: child, timeout: 60_000 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout);
    });
    run.stdin?.end();
  });
}

describe('colours', () => {
  const ESCAPE = '\u001b[';

  it('at a terminal there are some', async () => {
    expect(await atTerminal([])).toContain(ESCAPE);
  });

  it.each([
    ['--no-color', ['--no-color'], {}],
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['a terminal without', [], { TERM: 'dumb' }],
    ['--json', ['--json'], {}],
  ] as const)('%s: none', async (_name, options, env) => {
    const printed = await atTerminal(options, env);
    expect(printed).toContain('live');
    expect(printed).not.toContain(ESCAPE);
  });

  it('an empty NO_COLOR asks for nothing (https://no-color.org)', async () => {
    expect(await atTerminal([], { NO_COLOR: '' })).toContain(ESCAPE);
  });
});
