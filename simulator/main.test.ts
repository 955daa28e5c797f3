import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { helpText, readCommand } from './arguments.ts';
import { setup } from './testing/setup.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

test.each([
  [[], { port: 8700, seed: 1, vms: 12, speed: 1 }],
  [
    ['--port', '0', '--speed', '0.5', '--refresh-reuse=grace', '--no-list-destroyed'],
    { port: 0, speed: 0.5, refreshReuse: 'grace', listDestroyed: false },
  ],
  [['--ssh-port', '22'], { sshPort: 22, listDestroyed: true }],
])('reads %j', (argv, options) => {
  expect(readCommand(argv)).toMatchObject({ options });
});

test.each([
  ['--vms', '10001'],
  ['--vms', 'many'],
  ['--vms'],
  ['--refresh-reuse', 'maybe'],
  ['--color'],
  ['extra'],
])('rejects %j %j', (...argv) => {
  expect(() => readCommand(argv)).toThrow();
});

test('names every flag with its values and default in its help', () => {
  for (const row of [
    /--port N\n.*\(8700\)/,
    /--ssh-port N\n.*\(none\)/,
    /--refresh-reuse reject\|grace\|revoke\n.*\(reject\)/,
    /--no-list-destroyed/,
  ])
    expect(helpText()).toMatch(row);
});

type Running = ChildProcessByStdio<null, Readable, Readable>;

function run(...argv: string[]): Running {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function firstOutput(child: Running): Promise<string> {
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk);
}

async function resultOf(child: Running) {
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, error, code };
}

const announcement = z.looseObject({
  baseUrl: z.url(),
  controlUrl: z.url(),
  credentials: z.array(z.looseObject({ apiKeys: z.looseObject({ read_only: z.string() }) })),
});

describe('npm run simulator', () => {
  test('serves until SIGTERM and prints JSON for scripts', async () => {
    const child = run('--port', '0', '--json', '--vms', '4');
    const { baseUrl, credentials } = announcement.parse(JSON.parse(await firstOutput(child)));
    const reply = await fetch(`${baseUrl}/vms`, {
      headers: { authorization: `Bearer ${credentials[0]?.apiKeys.read_only}` },
    });
    expect(await reply.json()).toHaveLength(4);
    const result = resultOf(child);
    child.kill('SIGTERM');
    expect(await result).toEqual({ out: '', error: '', code: 0 });
  });

  test('exits with 0 after --help, 2 for invalid arguments, 1 for a port in use', async () => {
    const { baseUrl } = await setup({ vms: 0 });
    const [help, invalid, taken] = await Promise.all([
      resultOf(run('--help')),
      resultOf(run('--vms', 'many')),
      resultOf(run('--port', new URL(baseUrl).port)),
    ]);
    expect(help).toEqual({ out: helpText(), error: '', code: 0 });
    expect(invalid).toMatchObject({ out: '', error: expect.stringContaining('vms'), code: 2 });
    expect(taken).toMatchObject({ out: '', error: expect.stringContaining('--port 0'), code: 1 });
  });
});
