import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type DesktopOptions,
  memorySession,
  type SshApplication,
  sshApplication,
} from './application.ts';
import { temporaryFolder } from './fixtures.ts';

describe('terminals, editors and the Include', () => {
  async function withVm(label = 'train', desktop: DesktopOptions = {}, session = memorySession()) {
    const app = await sshApplication(session, {}, { handlers: ['vscode'], ...desktop });
    const { id: vmId, ip_address: address } = app.simulator.control.createVm({
      instance_label: label,
      status: 'running',
    });
    await app.refresh();
    await expect.poll(() => app.login(vmId)?.alias).toMatch(/^gpu-/);
    const vm = { accountId: app.accountId, vmId };
    return { ...app, vm, address: String(address), requests: app.application.requests };
  }

  test('a custom terminal is started with exact arguments', async () => {
    const { home, vm, address, requests, userConfig, file } =
      await withVm('train"; touch pwned; "');
    const record = join(home, 'record');
    const terminal = join(home, 'my terminal');
    await writeFile(
      terminal,
      `#!/bin/sh\nprintf '%s\\0' "$@" > '${record}.new' && mv '${record}.new' '${record}'\n`,
    );
    await chmod(terminal, 0o755);
    await requests.changePreferences({
      terminal: 'own',
      terminalCommand: `"${terminal}" --title "{ x }" {command}`,
    });
    // It may write its record after it counts as opened.
    const args = async () => {
      await expect.poll(() => existsSync(record)).toBe(true);
      const text = await readFile(record, 'utf8');
      await rm(record);
      return text.split('\0').slice(0, -1);
    };
    await requests.openTerminal(vm);
    const [title, value, ssh, ...rest] = await args();
    expect([title, value]).toEqual(['--title', '{ x }']);
    expect(ssh).toMatch(/^\/.*\/ssh$/);
    expect(rest).toEqual([
      ...['-F', userConfig],
      ...['-o', `HostKeyAlias gpu-tray-vm-${vm.vmId}`],
      ...['-o', `UserKnownHostsFile ${file('known_hosts')}`],
      ...['-o', 'CheckHostIP no', '-o', 'StrictHostKeyChecking accept-new'],
      ...['-o', 'HashKnownHosts no', '-o', 'ForwardAgent no'],
      ...['-o', expect.stringMatching(/^ControlPath /), address],
    ]);
    await requests.addInclude();
    await requests.openTerminal(vm);
    expect((await args()).slice(3)).toEqual(['-F', userConfig, 'gpu-train-touch-pwned']);
    expect(existsSync(join(home, 'pwned'))).toBe(false);
  });
});

const stored = ({ home }: SshApplication) => readFile(join(home, 'settings.json'), 'utf8');

test('a declined terminal command changes nothing', async () => {
  const app = await sshApplication(memorySession(), {}, { confirm: async () => false });
  const { requests, state } = app.application;
  const all = async () => ({ preferences: state().preferences, file: await stored(app) });
  const before = await all();
  const marker = join(app.home, 'pwned');
  await expect(
    requests.changePreferences({
      terminal: 'own',
      terminalCommand: `touch ${marker} {command}`,
      theme: 'dark',
    }),
  ).rejects.toMatchObject({ refusal: { kind: 'declined' } });
  expect(await all()).toEqual(before);
  expect(app.questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(`\ntouch ${marker} {command}\n`),
  ]);
  expect(existsSync(marker)).toBe(false);
});

/** The application with a running VM, and a folder first on its PATH with one terminal. */
async function withOwnPath() {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  const record = join(folder, 'args');
  await mkdir(bin);
  await writeFile(join(bin, 'ptyxis'), '', { mode: 0o755 });
  const PATH = [bin, process.env['PATH']].join(delimiter);
  const app = await sshApplication({ ...memorySession(), env: { PATH } });
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
    /** Adds a program that records its arguments. */
    async install(name: string) {
      const note = `printf '%s\\n' "$0" "$@" > '${record}.new' && mv '${record}.new' '${record}'`;
      const script = `#!/bin/sh\n${note}\n`;
      await writeFile(join(bin, name), script, { mode: 0o755 });
      return join(bin, name);
    },
    /** Of the last start, which may still run. */
    async args() {
      await expect.poll(() => existsSync(record)).toBe(true);
      const text = await readFile(record, 'utf8');
      await rm(record);
      return text.split('\n');
    },
  };
}

test('an ssh installed after the start is used', async () => {
  const { application, bin, openTerminal, args, install } = await withOwnPath();
  const terminal = await install('my-terminal');
  const command = { terminal: 'own', terminalCommand: `${terminal} {command}` };
  await application.requests.changePreferences(command);
  await openTerminal();
  const [, before] = await args();
  expect(before).toMatch(/^\/.*\/ssh$/);
  expect(before).not.toBe(join(bin, 'ssh'));
  await writeFile(join(bin, 'ssh'), `#!/bin/sh\nexec '${before}' "$@"\n`, { mode: 0o755 });
  await openTerminal();
  expect((await args())[1]).toBe(join(bin, 'ssh'));
});
