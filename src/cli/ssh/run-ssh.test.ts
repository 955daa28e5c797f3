import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeyComparison, Ssh, SshHost } from '../../core/ssh/index.ts';
import { EXIT } from '../exit-code.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';
import { loginLine, requireSsh, runSsh } from './run-ssh.ts';
import { searchSetup, wireVm } from './testing/search-setup.ts';

const STORED = { type: 'ED25519', sha256: 'SHA256:old' };
const OFFERED = { type: 'ED25519', sha256: 'SHA256:new' };
const CHANGED: KeyComparison = { state: 'changed', stored: [STORED], offered: [OFFERED] };

/** A user for whom gpu-one is written, with an ssh that is this script. */
async function setup(script: string, answer: () => Promise<KeyComparison> = async () => CHANGED) {
  const { find, services, ssh, home } = await searchSetup();
  services.mine.vms = [wireVm('one')];
  const found = await find('gpu-one');
  const program = join(home, 'ssh-script');
  const words = join(home, 'words');
  await writeFile(program, `#!/bin/sh\nprintf '%s ' "$@" > '${words}'\n${script}\n`);
  await chmod(program, 0o755);
  const asked: SshHost[] = [];
  const compareHostKey = (host: SshHost) => {
    asked.push(host);
    return answer();
  };
  const scripted: Ssh = {
    ...ssh,
    tools: { ...ssh.tools, ssh: program },
    knownHosts: { ...ssh.knownHosts, compareHostKey },
  };
  const terminal = fakeTerminal();
  const interrupt = new AbortController();
  const { signal } = interrupt;
  return {
    ...{ found, ssh: scripted, asked, terminal, interrupt },
    run: () => runSsh({ ssh: scripted, shell: 'posix', terminal, signal }, found),
  };
}

describe('a login', () => {
  test('ends with what ssh ended with, and asks nothing further', async () => {
    const { run, asked, terminal } = await setup('exit 7');
    expect(await run()).toBe(7);
    expect(asked).toEqual([]);
    expect(terminal.takeOut() + terminal.takeErrors()).toBe('');
  });

  test('that ssh refused over a changed key is explained, with the way to remove the old one', async () => {
    const { run, terminal, ssh } = await setup('exit 255');
    expect(await run()).toBe(EXIT.noLogin);
    const said = terminal.takeErrors();
    expect(said).toContain('Stored: ED25519 SHA256:old. Shown now: ED25519 SHA256:new.');
    expect(said).toContain(
      `\n  ssh-keygen -R gpu-tray-vm-one -f ${ssh.places.folder}/known_hosts\n`,
    );
    expect(terminal.takeOut()).toBe('');
  });

  test.each(['same', 'unknown', 'unreachable'] as const)(
    'that failed over something else (the key is %s) is left to what ssh has said',
    async (state) => {
      const { run, terminal } = await setup('exit 255', async () => ({ state }));
      expect(await run()).toBe(EXIT.noLogin);
      expect(terminal.takeErrors()).toBe('');
    },
  );

  test('that failed is explained for no longer than the user wants to wait', async () => {
    const { run, interrupt, asked } = await setup('exit 255', () => new Promise(() => {}));
    const running = run();
    await expect.poll(() => asked).toHaveLength(1);
    interrupt.abort(new Error('interrupted'));
    expect(await running).toBe(EXIT.noLogin);
  });

  test('that was broken off is not explained at all', async () => {
    const { run, interrupt, asked } = await setup('exit 255');
    interrupt.abort(new Error('interrupted'));
    expect(await run()).toBe(EXIT.noLogin);
    expect(asked).toEqual([]);
  });
});

describe('the command', () => {
  test('is the name where ssh knows it, and everything where it does not or not all of it', async () => {
    const { found, ssh } = await setup('exit 0');
    expect(loginLine(ssh, found, 'posix')).toMatch(/^ssh -o 'HostKeyAlias .* 203\.0\.113\.7$/);
    await ssh.include.add();
    expect(loginLine(ssh, found, 'posix')).toBe('ssh gpu-one');
    expect(loginLine(ssh, { ...found, isWritten: false }, 'posix')).toMatch(/ 203\.0\.113\.7$/);
  });

  test('that a shell cannot be given is refused in words', async () => {
    const { found, ssh } = await setup('exit 0');
    const login = { ...found.host.login, identityFile: '~/100%/key' };
    const odd = { ...found, host: { ...found.host, login } };
    expect(() => loginLine(ssh, odd, 'cmd')).toThrow(
      expect.objectContaining({
        exitCode: EXIT.usage,
        message: expect.stringMatching(/percent sign.*\. Change the SSH login/),
      }),
    );
  });
});

test('a computer without ssh', async () => {
  const { ssh } = await setup('exit 0');
  expect(() => requireSsh({ ...ssh, tools: { ...ssh.tools, ssh: null } })).toThrow(
    'There is no ssh on this computer; install OpenSSH.',
  );
});
