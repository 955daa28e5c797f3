import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../keyring/until.ts';
import { PATIENCE_MS } from './command-line.ts';
import { simulate } from './fixtures.ts';
import { realVm, type SshUser, sshUser } from './ssh-user.ts';

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

/** A signed-in user, and train-1, which answers with its first host key. */
async function readyToLogIn() {
  const sim = await simulate({ vms: 2 });
  const user = await sshUser();
  await user.loginWithKey(sim);
  const vm = await realVm(sim, user, 'train-1');
  const hostKey = vm.hostKey('first');
  const stop = await vm.answer(hostKey);
  return { sim, user, vm, hostKey, stop };
}

const ownKnownHosts = join(userInfo().homedir, '.ssh', 'known_hosts');

describe('gpu-tray ssh, on a real sshd', () => {
  it('logs in; the first time stores the key under the VM’s own name; the exit code is the VM’s', async () => {
    const { user, vm } = await readyToLogIn();
    const before = existsSync(ownKnownHosts);
    const first = await user.login('gpu-train-1', 'echo "logged in to $0"\nexit 7\n');
    expect(first).toMatchObject({ code: 7, stdout: expect.stringMatching(/^logged in to /) });
    expect(await user.storedKeys()).toEqual([`gpu-tray-vm-${vm.id} ssh-ed25519`]);
    expect(await user.login('gpu-train-1', 'true\n')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(ownKnownHosts)).toBe(before);
  });

  it('refuses a changed key, with both fingerprints and the command that removes the old one', async () => {
    const { user, vm, hostKey, stop } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    await stop();
    const other = vm.hostKey('second');
    await vm.answer(other);
    const refused = await user.login('gpu-train-1', 'echo impostor\n');
    expect(refused).toMatchObject({ code: 255, stdout: '' });
    expect(refused.stderr).toContain('REMOTE HOST IDENTIFICATION HAS CHANGED');
    expect(refused.stderr).toContain(
      `Stored: ED25519 ${hostKey.fingerprint}. Shown now: ED25519 ${other.fingerprint}.`,
    );
    // Nothing was removed by us; the command that we name does, as it is pasted.
    expect((await user.login('gpu-train-1', 'true\n')).code).toBe(255);
    const removal = refused.stderr.split('\n').at(-2)?.trim() ?? '';
    expect(removal).toMatch(/^ssh-keygen -R gpu-tray-vm-/);
    expect(await user.shell(removal, '')).toMatchObject({ code: 0 });
    expect((await user.login('gpu-train-1', 'true\n')).code).toBe(0);
  });

  it('says nothing of keys where nobody answers', async () => {
    const { user, stop } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    await stop();
    const { code, stderr } = await user.login('gpu-train-1', 'true\n');
    expect(code).toBe(255);
    expect(stderr).toMatch(/^ssh: connect to host [^\n]+\n$/);
  });

  it('--print gives a line that logs in, without the Include and with it', async () => {
    const { user, vm } = await readyToLogIn();
    async function expectLogin(line: string) {
      const pasted = await user.shell(line, 'echo pasted\nexit 3\n');
      expect(pasted).toMatchObject({ code: 3, stdout: 'pasted\n' });
    }
    const whole = await user.run(['ssh', '--print', 'gpu-train-1']);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toMatch(new RegExp(`^ssh .*-o 'HostKeyAlias .* \\S+@${vm.address}\n$`));
    await expectLogin(whole.stdout);
    expect(await user.ssh.include.add()).toMatchObject({ outcome: 'done' });
    const named = await user.run(['ssh', 'gpu-train-1', '--print']);
    expect(named).toMatchObject({ code: 0, stderr: '' });
    // The folder of a home that is not in the user database has to be told to ssh.
    expect(named.stdout).toBe(`ssh -F ${user.home}/.ssh/config gpu-train-1\n`);
    await expectLogin(named.stdout);
    expect(await user.storedKeys()).toHaveLength(1);
    expect(await user.login('gpu-train-1', 'exit 5\n')).toMatchObject({ code: 5 });
  });
});

describe('gpu-tray ssh and the service', () => {
  it('that is down: what is known is enough, and that is said', async () => {
    const { sim, user } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    await sim.close();
    expect(await user.login('gpu-train-1', 'echo in\n')).toEqual({
      ...{ code: 0, signal: null, stdout: 'in\n' },
      stderr:
        'Failed to reach the service. Check your network and the service URL.\nUsing the last known address of gpu-train-1.\n',
    });
  });

  it('asks for the one VM, and never for anything to change', async () => {
    const { sim, user, vm } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    sim.control.clearLog();
    sim.control.setVm(vm.id, { status: 'stopped' });
    const { code, stdout, stderr } = await user.login('gpu-train-1', 'true\n');
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^train-1 is stopped\. Start it in the console\.\n$/);
    const asked = sim.control.state().requests.log.map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual([`GET /vms/${vm.id}`]);
  });

  it('a VM that is gone takes its block and its host key along', async () => {
    const { sim, user, vm } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    expect(await user.config()).toMatch(/^Host gpu-train-1$/m);
    sim.control.destroyVm(vm.id, 'gone');
    const { code, stderr } = await user.login('gpu-train-1', 'true\n');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The VM "gpu-train-1" no longer exists\. Aliases: gpu-/);
    expect(await user.config()).not.toContain('gpu-train-1');
    expect(await user.storedKeys()).toEqual([]);
  });

  it('an account that is signed out takes its VMs along', async () => {
    const { user } = await readyToLogIn();
    await user.login('gpu-train-1', 'true\n');
    expect(await user.run(['logout'])).toMatchObject({ code: 0, stderr: '' });
    expect(await user.config()).not.toMatch(/^Host /m);
    expect(await user.storedKeys()).toEqual([]);
    expect(await user.login('gpu-train-1', '')).toMatchObject({
      ...{ code: 3, stdout: '' },
      stderr: 'No account is signed in. Sign in with gpu-tray login.\n',
    });
  });

  it('an alias that nobody has names those there are, and connects to nothing', async () => {
    const { user } = await readyToLogIn();
    for (const alias of ['gpu-train', '-oProxyCommand=touch pwned', '*', '127.0.0.1', '']) {
      const { code, stderr } = await user.run(['ssh', '--', alias]);
      expect(code, alias).toBe(2);
      expect(stderr, alias).toMatch(/^No VM has the alias ".*"\. Aliases: gpu-.*\.\n$/);
    }
    expect(existsSync(join(user.home, 'pwned'))).toBe(false);
    expect(await user.storedKeys()).toEqual([]);
  });
});

describe('signals', () => {
  async function started(user: SshUser) {
    const login = user.startLogin('gpu-train-1', 'echo here\nsleep 60\n');
    await login.printed(1);
    return login;
  }

  it('while the service is asked, Ctrl+C ends it', async () => {
    const { sim, user } = await readyToLogIn();
    const { hits } = sim.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
    const login = user.startLogin('gpu-train-1', '');
    await until('the service is asked', () => hits() > 0, PATIENCE_MS);
    login.child.kill('SIGINT');
    expect(await login.ended).toMatchObject({ code: 4, stdout: '', stderr: 'Interrupted.\n' });
  });

  it('while ssh runs, Ctrl+C is ssh’s, and whoever ends us ends the login', async () => {
    const { user } = await readyToLogIn();
    const login = await started(user);
    for (let time = 0; time < 3; time += 1) login.child.kill('SIGINT');
    login.child.kill('SIGTERM');
    const { code, signal, stdout } = await login.ended;
    expect({ code, signal, stdout }).toEqual({ code: 255, signal: null, stdout: 'here\n' });
  });
});
