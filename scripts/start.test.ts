import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type OwnHome, ownHome } from '../tests/e2e/fixture/own-home.ts';
import { RUN_ON, SANDBOX, writeElectron } from './testing/stand-in.ts';

// What users see when Electron is installed and fails, with shell scripts in its place.

let home: OwnHome;
beforeEach(async () => {
  home = await ownHome();
});
afterEach(() => home.remove());

function start(more: NodeJS.ProcessEnv = {}) {
  const env = {
    ...process.env,
    ...{ HOME: home.folder, USERPROFILE: home.folder },
    PATH: [home.programs, process.env['PATH']].join(delimiter),
    ELECTRON_OVERRIDE_DIST_PATH: home.folder,
    ...more,
  };
  const script = resolve(import.meta.dirname, 'start.ts');
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, ended, printed: () => printed };
}

test('passes on stderr and the exit code, and says what to do', async () => {
  await writeElectron(home.folder, `echo '${SANDBOX}' >&2`, 'exit 133');
  const started = start();
  expect(await started.ended).toBe(133);
  expect(started.printed()).toContain(SANDBOX);
  expect(started.printed()).toContain('kernel.apparmor_restrict_unprivileged_userns=0');
});

// Windows decides by the file extension.
test.runIf(process.platform !== 'win32')('reports a binary that cannot be executed', async () => {
  await chmod(await writeElectron(home.folder, 'exit 0'), 0o644);
  const started = start();
  expect(await started.ended).toBe(127);
  expect(started.printed()).toMatch(/spawn .*EACCES/);
});

test('passes SIGTERM on to Electron', async () => {
  await writeElectron(home.folder, 'trap "exit 7" TERM', 'echo up >&2', RUN_ON);
  const started = start();
  await expect.poll(started.printed).toContain('up');
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(7);
});

test('says what to do when Electron cannot be downloaded', async () => {
  // Port 9 (discard) refuses on loopback.
  const started = start({
    ...{ ELECTRON_OVERRIDE_DIST_PATH: join(home.folder, 'not-there') },
    ...{ ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: home.folder },
  });
  expect(await started.ended).toBe(1);
  expect(started.printed()).toContain('Failed to download Electron.');
  for (const step of ['github.com', 'npm start', 'npm run demo'])
    expect(started.printed()).toContain(step);
});
