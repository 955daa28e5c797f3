import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../keyring/until.ts';
import { type Env, newUser, PATIENCE_MS } from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

// `gpu-tray` as `npm link` installs it: a link to the `bin` file of package.json, run by the Node on the path.

const ROOT = join(import.meta.dirname, '..', '..');

const OLD = `--import 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.0" } })'`;

/** The Node on the path: a new one, which runs the command, or an old one, which starts the project's Node. */
type PathNode = 'new' | 'old';
const NODES: readonly PathNode[] = ['new', 'old'];

/** The link to a project's command, beside that Node. */
async function linked(project: string, node: PathNode) {
  const folder = await temporaryFolder();
  const options = node === 'old' ? OLD : '';
  const script = `#!/bin/sh\nexec '${process.execPath}' ${options} "$@"\n`;
  await writeFile(join(folder, 'node'), script, { mode: 0o755 });
  const { bin } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const path = join(folder, 'gpu-tray');
  await symlink(join(project, String(bin['gpu-tray'])), path);
  return { path, folder };
}

interface Linked {
  readonly path: string;
  readonly folder: string;
}

/** In a separate process group, as from a shell. */
function start({ path, folder }: Linked, args: readonly string[], user: Env) {
  const env = { ...user, PATH: `${folder}:/usr/bin:/bin` };
  const child: ChildProcessWithoutNullStreams = spawn(path, args, {
    ...{ env, cwd: user['HOME'], detached: true },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${path} did not start`);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    printed,
  }));
  const says = (text: string) => until(text, () => printed.includes(text), PATIENCE_MS);
  return { child, pid, ended, says };
}

describe('signals to the linked command with an old Node', () => {
  async function watching() {
    const sim = await simulate({ vms: 1 });
    const args = ['status', '--watch', '--json', '--base-url', sim.baseUrl, '--api-key-stdin'];
    const run = start(await linked(ROOT, 'old'), args, await newUser());
    run.child.stdin.end(`${sim.credentials[0].apiKeys.read_only}\n`);
    await run.says('"status":"live"');
    return run;
  }

  test('SIGINT to the process group ends it with 0', async () => {
    const run = await watching();
    process.kill(-run.pid, 'SIGINT');
    expect(await run.ended).toMatchObject({ code: 0, signal: null });
  });

  test('SIGHUP ends it with the same signal as the command', async () => {
    const run = await watching();
    run.child.kill('SIGHUP');
    expect(await run.ended).toMatchObject({ code: null, signal: 'SIGHUP' });
  });
});

describe.each(NODES)('the linked command with a %s Node', (node) => {
  test('passes on arguments and the exit code', async () => {
    const run = start(await linked(ROOT, node), ['a b', '', '$HOME'], await newUser());
    run.child.stdin.end();
    expect(await run.ended).toMatchObject({
      ...{ code: 2, signal: null },
      printed: expect.stringMatching(/^Unknown command "a b"\./),
    });
  });

  test('explains a missing npm ci', async () => {
    const project = await temporaryFolder();
    await cp(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
    const run = start(await linked(project, node), ['status'], await newUser());
    const { code, printed } = await run.ended;
    expect(printed).toBe(
      `gpu-tray: The command line is not built. Run "npm ci" in ${project}, then try again.\n`,
    );
    expect(code).toBe(1);
  });
});
