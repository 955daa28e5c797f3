import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, type Preferences } from '../../../shared/settings/preferences.ts';
import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import type { Ssh } from '../../ssh/index.ts';
import { freshSsh } from '../../ssh/testing/fresh-ssh.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { createLauncher } from './launcher.ts';
import { host, stateWith } from './testing/records.ts';

/** A computer with these programs, each a script that records its arguments. */
async function setup(programs: Readonly<Record<string, string>> = {}, ssh?: Ssh) {
  const opened = ssh ?? (await freshSsh());
  const { home } = opened.places;
  const bin = join(home, 'bin');
  await mkdir(bin);
  const record = join(home, 'words');
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(
      join(bin, name),
      `#!/bin/sh\nprintf '%s\\n' "$0" "$@" >> '${record}'\n${script}\n`,
    );
    await chmod(join(bin, name), 0o755);
  }
  const urls: string[] = [];
  const handlers = new Set<string>();
  let preferences: Preferences = DEFAULT_PREFERENCES;
  let editorFailure: Error | null = null;
  const launcher = createLauncher({
    ssh: opened,
    desktop: {
      editors: {
        isInstalled: async (scheme) => handlers.has(scheme),
        async open(url) {
          if (editorFailure !== null) throw editorFailure;
          urls.push(url);
        },
      },
    },
    store: { get: () => ({ ...stateWith({}), preferences }) },
    // Only signals that there is a desktop; nothing connects to it.
    env: { PATH: bin, DISPLAY: ':9' },
    temporaryFolder: home,
    // Never advanced: a terminal that exits is watched until it has, however busy the machine is.
    clock: createVirtualClock(),
  });
  return {
    ...{ launcher, urls, handlers, bin, ssh: opened },
    prefer(change: Partial<Preferences>) {
      preferences = { ...preferences, ...change };
    },
    failToOpen(error: Error) {
      editorFailure = error;
    },
    /** What was started: program and arguments. */
    async words(): Promise<readonly string[]> {
      return (await readFile(record, 'utf8')).split('\n').slice(0, -1);
    },
  };
}

async function refusalOf(request: Promise<unknown>) {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusalError) return error.refusal;
  throw new Error('not refused', { cause: error });
}

test('finds terminals in order of preference, and editors with a handler', async () => {
  const { launcher, handlers } = await setup({ xterm: '', kitty: '' });
  handlers.add('zed');
  handlers.add('vscode');
  expect(await launcher.find()).toEqual({
    terminals: [
      { id: 'kitty', name: 'kitty' },
      { id: 'xterm', name: expect.any(String) },
    ],
    editors: [
      { id: 'vscode', name: 'VS Code' },
      { id: 'zed', name: 'Zed' },
    ],
  });
});

describe('a terminal', () => {
  test('command of the user gets the full path of ssh, and its arguments unchanged', async () => {
    const { launcher, prefer, words, bin, ssh } = await setup({ term: '' });
    prefer({ terminal: 'own', terminalCommand: `${bin}/term --title "My GPU" {command}` });
    const login = { ...EMPTY_LOGIN, identityFile: '/keys/a b;touch pwned', port: 2222 };
    await launcher.openTerminal(host({ login }));
    expect(await words()).toEqual([
      `${bin}/term`,
      '--title',
      'My GPU',
      ssh.program(),
      ...['-o', 'HostKeyAlias gpu-tray-vm-one'],
      ...['-o', 'UserKnownHostsFile "~/GPU Tray/ssh/known_hosts"'],
      ...['-o', 'CheckHostIP no', '-i', '/keys/a b;touch pwned', '-o', 'IdentitiesOnly yes'],
      ...['-o', 'StrictHostKeyChecking accept-new', '-o', 'HashKnownHosts no'],
      ...['-o', 'ForwardAgent no', '-o', 'ControlPath "~/GPU Tray/ssh/e1a97e%C"'],
      ...['-p', '2222', '203.0.113.7'],
    ]);
  });

  test('that was chosen is started, or the first one found where it is missing', async () => {
    const { launcher, prefer, words, bin } = await setup({ kitty: '', xterm: '' });
    prefer({ terminal: 'xterm' });
    await launcher.openTerminal(host());
    prefer({ terminal: 'ghostty' });
    await launcher.openTerminal(host());
    const started = (await words()).filter((word) => word.startsWith(`${bin}/`));
    expect(started).toEqual([`${bin}/xterm`, `${bin}/kitty`]);
  });

  test('command that is missing is refused with the reason', async () => {
    const { launcher, prefer } = await setup({ xterm: '' });
    prefer({ terminal: 'own', terminalCommand: null });
    expect(await refusalOf(launcher.openTerminal(host()))).toEqual({
      kind: 'terminal',
      message: expect.stringMatching(/^Begin with the terminal’s program/),
      action: 'Correct the terminal command in Settings.',
    });
  });

  test('is refused without ssh, or without an address', async () => {
    const ssh = await freshSsh();
    const { launcher } = await setup({ xterm: '' }, { ...ssh, program: () => null });
    expect(await refusalOf(launcher.openTerminal(host()))).toMatchObject({ kind: 'noSsh' });
    const other = await setup({ xterm: '' });
    const nowhere = host({ address: null });
    expect(await refusalOf(other.launcher.openTerminal(nowhere))).toMatchObject({
      kind: 'noAddress',
    });
  });
});

describe('an editor', () => {
  test('is refused until the Include is active, then uses the alias', async () => {
    const { launcher, urls, ssh } = await setup();
    expect(await refusalOf(launcher.openEditor('vscode', host()))).toEqual({
      kind: 'notIncluded',
      message: 'VS Code needs the short name gpu-one, and short SSH names are off.',
      action: 'Turn on short SSH names in Settings.',
    });
    await ssh.include.add();
    await launcher.openEditor('vscode', host());
    expect(urls).toEqual(['vscode://vscode-remote/ssh-remote+gpu-one?windowId=_blank']);
  });

  test('that does not read SSH config files gets the address', async () => {
    const { launcher, urls } = await setup();
    const login = { ...EMPTY_LOGIN, user: 'ubuntu', port: 2222 };
    await launcher.openEditor('jetbrains-gateway', host({ login }));
    expect(urls).toHaveLength(1);
    expect(urls[0]).toMatch(/^jetbrains-gateway:.*203\.0\.113\.7/);
  });

  test.each([
    ['emacs', '~', 'noEditor'],
    ['vscode', '../etc', 'editor'],
  ])('%s in %s is refused', async (id, remoteFolder, kind) => {
    const { launcher, urls, ssh, prefer } = await setup();
    await ssh.include.add();
    prefer({ remoteFolder });
    expect(await refusalOf(launcher.openEditor(id, host()))).toMatchObject({ kind });
    expect(urls).toEqual([]);
  });

  test('that fails to open is refused without the system’s error text', async () => {
    const { launcher, ssh, failToOpen } = await setup();
    await ssh.include.add();
    failToOpen(new Error('0x80070002 vscode://secret'));
    expect(await refusalOf(launcher.openEditor('vscode', host()))).toEqual({
      kind: 'editor',
      message: 'Failed to open VS Code.',
      action: 'Start it once, then try again.',
    });
  });
});
