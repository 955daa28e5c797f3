import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import type { KeyComparison, Ssh, SshHost } from '../../core/ssh/index.ts';
import { SHELL_ONLY } from '../../shared/ssh/shell-only.ts';
import { EXIT } from '../errors.ts';
import { fakeContext, fakeTerminal } from '../testing/fakes.ts';
import { searchSetup, wireVm } from '../testing/setups.ts';
import { logIn, loginLine, spawnSsh } from './run-ssh.ts';

const STORED = 'ED25519 SHA256:old';
const OFFERED = 'ED25519 SHA256:new';
const CHANGED: KeyComparison = { state: 'changed', stored: [STORED], offered: OFFERED };

/** An executable shell script. */
async function program(script: string): Promise<string> {
  const path = join(await temporaryFolder(), 'ssh');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

/** gpu-one is in the SSH files, and ssh is this script. */
async function setup(script: string, answer: () => Promise<KeyComparison> = async () => CHANGED) {
  const { find, services, ssh } = await searchSetup();
  services.mine.vms = [wireVm('one')];
  const found = await find('gpu-one');
  const scans: SshHost[] = [];
  const compareHostKey = (host: SshHost) => {
    scans.push(host);
    return answer();
  };
  const path = await program(script);
  const scripted: Ssh = {
    ...ssh,
    program: () => path,
    knownHosts: { ...ssh.knownHosts, compareHostKey },
  };
  const terminal = fakeTerminal();
  const interrupt = new AbortController();
  const { signal } = interrupt;
  return {
    ...{ found, ssh: scripted, scans, terminal, interrupt },
    run: (login = found) =>
      logIn({ ...fakeContext(null, { terminal, signal }), ssh: scripted }, login),
  };
}

describe('running ssh', () => {
  const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];
  const listeners = () => SIGNALS.map((signal) => process.listenerCount(signal));

  test.each([
    ['exit 0', 0],
    ['exit 7', 7],
    ['exit 255', 255],
    ['kill -INT $$', 130],
    ['kill -KILL $$', 137],
  ])('%j results in exit code %d and removes the signal listeners', async (script, code) => {
    const before = listeners();
    expect(await spawnSsh(await program(script), [])).toBe(code);
    expect(listeners()).toEqual(before);
  });

  test('passes the arguments without a shell', async () => {
    const args = ['gpu-train-1', '$(exit 9)', 'a b', "it's", ''];
    const path = await program(
      `[ $# = 5 ] && [ "$2" = '$(exit 9)' ] && [ "$3" = 'a b' ] && [ "$4" = "it's" ] && [ -z "$5" ]`,
    );
    expect(await spawnSsh(path, args)).toBe(0);
  });

  test('reports a program that cannot be started and removes the signal listeners', async () => {
    const before = listeners();
    const path = join(await temporaryFolder(), 'ssh');
    await expect(spawnSsh(path, [])).rejects.toMatchObject({
      exitCode: EXIT.noLogin,
      message: expect.stringMatching(
        /^Failed to start ssh \(.*ENOENT\)\. Check that .*ssh is executable\.$/,
      ),
    });
    expect(listeners()).toEqual(before);
  });
});

describe('a login', () => {
  test('returns the exit code of ssh without scanning the host key', async () => {
    const { run, scans, terminal } = await setup('exit 7');
    expect(await run()).toBe(7);
    expect(scans).toEqual([]);
    expect(terminal.takeOut() + terminal.takeErrors()).toBe('');
  });

  test.each(['same', 'unknown', 'unreachable'] as const)(
    'adds nothing to the error of ssh when the host key is %s',
    async (state) => {
      const { run, terminal } = await setup('exit 255', async () => ({ state }));
      expect(await run()).toBe(EXIT.noLogin);
      expect(terminal.takeErrors()).toBe('');
    },
  );

  test('through a proxy says that it is a shell only, and why it may have failed', async () => {
    const { run, terminal, found } = await setup('exit 255', async () => ({ state: 'unknown' }));
    expect(await run({ ...found, isShellOnly: true })).toBe(255);
    expect(terminal.takeErrors()).toBe(
      `${SHELL_ONLY}\nIf the proxy refused the login, gpu-one isn’t running an SSH server yet or doesn’t have your key.\n`,
    );
  });

  test('interruption ends the host key check', async () => {
    const { run, interrupt, scans } = await setup('exit 255', () => new Promise(() => {}));
    const running = run();
    await expect.poll(() => scans).toHaveLength(1);
    interrupt.abort(new Error('interrupted'));
    expect(await running).toBe(EXIT.noLogin);
  });
});

test('the printed command is refused when the shell cannot express it', async () => {
  const { found, ssh } = await setup('exit 0');
  const odd = { ...found, login: { ...found.login, identityFile: '~/100%/key' } };
  await expect(loginLine(ssh, odd, 'cmd')).rejects.toThrow(
    expect.objectContaining({
      exitCode: EXIT.usage,
      message: expect.stringMatching(/percent sign.*\. Change the SSH login/),
    }),
  );
});
