import { existsSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type DesktopOptions,
  memorySession,
  type SshApplication,
  sshApplication,
} from './application.ts';

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
