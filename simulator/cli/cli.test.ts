import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { setup } from '../testing/index.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

type Running = ChildProcessByStdio<null, Readable, Readable>;

function run(...argv: string[]): Running {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** The first thing it prints. */
async function firstWords(child: Running): Promise<string> {
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk);
}

async function ending(child: Running) {
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, error, code };
}

const announced = z.looseObject({
  baseUrl: z.url(),
  controlUrl: z.url(),
  credentials: z.array(z.looseObject({ apiKeys: z.looseObject({ read_only: z.string() }) })),
});

describe('npm run simulator', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s and ends with 0', async (signal) => {
    const child = run('--port', '0', '--json', '--vms', '4', '--base-path', '/v1');
    const { baseUrl, credentials } = announced.parse(JSON.parse(await firstWords(child)));
    const reply = await fetch(`${baseUrl}/vms`, {
      headers: { authorization: `Bearer ${credentials[0]?.apiKeys.read_only}` },
    });
    expect(await reply.json()).toHaveLength(4);
    const ended = ending(child);
    child.kill(signal);
    expect(await ended).toEqual({ out: '', error: '', code: 0 });
  });

  it('tells people where it is and how to sign in', async () => {
    const child = run('--port', '0');
    const words = await firstWords(child);
    expect(words).toMatch(/http:\/\/127\.0\.0\.1:\d+\n/);
    for (const expected of ['ada@example.test', 'ada-demo-password', 'read_only', 'sim_live_']) {
      expect(words).toContain(expected);
    }
  });

  it('explains wrong arguments and ends with 2', async () => {
    const { out, error, code } = await ending(run('--vms', 'many'));
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).toContain('--vms');
  });

  it('prints its help and ends with 0', async () => {
    const { out, code } = await ending(run('--help'));
    expect(code).toBe(0);
    expect(out).toContain('--refresh-reuse');
  });

  it('says that the port is taken and ends with 1', async () => {
    const { baseUrl } = await setup();
    const { error, code } = await ending(run('--port', new URL(baseUrl).port));
    expect(code).toBe(1);
    expect(error).toContain('--port 0');
  });
});
