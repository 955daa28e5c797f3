import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import type { AppState } from '../../src/shared/app/index.ts';
import { test } from '../keyring/fixture.ts';
import type { Keyring } from '../keyring/harness.ts';
import { temporaryFolder } from './fixtures.ts';
import { sshApplication } from './ssh-application.ts';

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
  await expect.poll(app.aliases).toEqual(['gpu-train']);
  const { application, accountId } = app;
  return {
    ...{ application, bin },
    openTerminal: () => application.requests.openTerminal({ accountId, vmId }),
    terminals: () => application.state().ssh.terminals.map(({ id }) => id),
    /** Puts a program there that writes down its words, then does this. */
    async install(name: string, then = '') {
      const note = `printf '%s\\n' "$0" "$@" > '${record}.new' && mv '${record}.new' '${record}'`;
      const script = `#!/bin/sh\n${note}\n${then}\n`;
      await writeFile(join(bin, name), script, { mode: 0o755 });
      return join(bin, name);
    },
    /** Those of the latest: it may still run when it counts as opened. */
    async words() {
      await expect.poll(() => existsSync(record)).toBe(true);
      const text = await readFile(record, 'utf8');
      await rm(record);
      return text.split('\n');
    },
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
  await expect.poll(terminals).toContain('ptyxis');
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
    })
    .toContain('wezterm');
  // Nothing was patched where nothing had changed.
  expect(seen.size).toBe(2);
  await application.requests.changePreferences({ terminal: 'wezterm' });
  await openTerminal();
  const started = await words();
  expect(started.slice(0, 5)).toEqual([wezterm, 'start', '--', '/bin/sh', '-c']);
  expect(started.slice(6, 8)).toEqual(['gpu-tray', expect.stringMatching(/^\/.*\/ssh$/)]);
});
