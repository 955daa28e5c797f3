import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, vi } from 'vitest';
import type { AppState } from '../../src/shared/app/index.ts';
import { test } from '../keyring/fixture.ts';
import type { Keyring } from '../keyring/harness.ts';
import { temporaryFolder } from './fixtures.ts';
import { sshApplication } from './ssh-application.ts';

vi.setConfig({ testTimeout: 60_000 });

const PROMPTLY = { timeout: 15_000 };

/**
 * The application with a running VM, on a PATH that begins with a folder of the test's own; one terminal is there. Debian 12
 * has none of those that are put there.
 */
async function withOwnPath({ env }: Pick<Keyring, 'env'>) {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  const record = join(folder, 'words');
  await mkdir(bin);
  await writeFile(join(bin, 'ptyxis'), '', { mode: 0o755 });
  const PATH = [bin, env['PATH'] ?? process.env['PATH'] ?? ''].join(delimiter);
  const app = await sshApplication({ env: { ...env, PATH } });
  const { id: vmId } = app.simulator.control.createVm({
    instance_label: 'train',
    status: 'running',
  });
  await app.refresh();
  await expect.poll(app.aliases, PROMPTLY).toEqual(['gpu-train']);
  const { application, accountId } = app;
  return {
    ...{ application, bin },
    openTerminal: () => application.requests.openTerminal({ accountId, vmId }),
    terminals: () => application.state().ssh.terminals.map(({ id }) => id),
    /** Puts a program there that writes down its words, then does this. */
    async install(name: string, then = '') {
      const script = `#!/bin/sh\nprintf '%s\\n' "$0" "$@" > '${record}'\n${then}\n`;
      await writeFile(join(bin, name), script, { mode: 0o755 });
      return join(bin, name);
    },
    words: async () => (await readFile(record, 'utf8')).split('\n'),
  };
}

test('an ssh that was installed meanwhile is the one that is started', async ({ keyring }) => {
  const { application, bin, openTerminal, words, install } = await withOwnPath(
    await keyring.start(),
  );
  const terminal = await install('my-terminal');
  const command = { terminal: 'own', terminalCommand: `${terminal} {command}` };
  await application.requests.changePreferences(command);
  await openTerminal();
  const [, before] = await words();
  expect(before).toMatch(/^\/.*\/ssh$/);
  expect(before).not.toBe(join(bin, 'ssh'));
  await writeFile(join(bin, 'ssh'), `#!/bin/sh\nexec '${before}' "$@"\n`, { mode: 0o755 });
  await openTerminal();
  expect((await words())[1]).toBe(join(bin, 'ssh'));
});

test('a terminal that was installed meanwhile is offered when the panel is opened again', async ({
  keyring,
}) => {
  const { application, openTerminal, terminals, words, install } = await withOwnPath(
    await keyring.start(),
  );
  await expect.poll(terminals, PROMPTLY).toContain('ptyxis');
  const seen = new Set<AppState['ssh']>([application.state().ssh]);
  application.subscribe(() => seen.add(application.state().ssh));
  expect(terminals()).not.toContain('wezterm');
  application.panelOpened();
  application.panelClosed();
  const wezterm = await install('wezterm');
  await expect
    .poll(() => {
      application.panelOpened();
      return terminals();
    }, PROMPTLY)
    .toContain('wezterm');
  // Nothing was patched where nothing had changed.
  expect(seen.size).toBe(2);
  await application.requests.changePreferences({ terminal: 'wezterm' });
  await openTerminal();
  const started = await words();
  expect(started.slice(0, 5)).toEqual([wezterm, 'start', '--', '/bin/sh', '-c']);
  expect(started.slice(6, 8)).toEqual(['gpu-tray', expect.stringMatching(/^\/.*\/ssh$/)]);
});
