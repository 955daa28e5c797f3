import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { until } from '../keyring/until.ts';
import { PATIENCE_MS } from './command-line.ts';
import { simulate } from './fixtures.ts';
import { realVm, type SshUser, sshUser } from './users.ts';

// `gpu-tray ssh` as a process, with a real sshd at the VM's address.

/** A signed-in user, and the VM train-1 with its first host key. */
async function setup() {
  const sim = await simulate({ vms: 2 });
  const user = await sshUser();
  await user.loginWithKey(sim);
  const vm = await realVm(sim, user, 'train-1');
  const hostKey = vm.hostKey('first');
  const stop = await vm.answer(hostKey);
  return { sim, user, vm, hostKey, stop };
}

const userKnownHosts = join(userInfo().homedir, '.ssh', 'known_hosts');

/** Ctrl-C ends the lookup; during the login it belongs to ssh, and SIGTERM ends the login. */
async function expectInterruptible(sim: Simulator, user: SshUser): Promise<void> {
  const fault = sim.control.addFault({ path: '/', fault: { kind: 'stall-before-headers' } });
  const lookup = user.startLogin('gpu-train-1', '');
  await until('a request', () => fault.hits() > 0, PATIENCE_MS);
  lookup.child.kill('SIGINT');
  expect(await lookup.ended).toMatchObject({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  fault.clear();

  const login = user.startLogin('gpu-train-1', 'echo here\nsleep 60\n');
  await login.printed(1);
  for (let time = 0; time < 3; time += 1) login.child.kill('SIGINT');
  login.child.kill('SIGTERM');
  const { code, signal, stdout } = await login.ended;
  expect({ code, signal, stdout }).toEqual({ code: 255, signal: null, stdout: 'here\n' });
}

/** A changed host key, with both fingerprints and the command that removes the old one; then a login. */
async function expectRefusal({ user, vm, hostKey, stop }: Awaited<ReturnType<typeof setup>>) {
  await stop();
  const unreachable = await user.login('gpu-train-1', 'true\n');
  expect(unreachable.code).toBe(255);
  expect(unreachable.stderr).toMatch(/^ssh: connect to host [^\n]+\n$/);

  const other = vm.hostKey('second');
  await vm.answer(other);
  const refused = await user.login('gpu-train-1', 'echo impostor\n');
  expect(refused).toMatchObject({ code: 255, stdout: '' });
  expect(refused.stderr).toContain('REMOTE HOST IDENTIFICATION HAS CHANGED');
  for (const { fingerprint } of [hostKey, other])
    expect(refused.stderr).toContain(`ED25519 ${fingerprint}`);
  // Only the printed command removes the key.
  expect(await user.storedKeys()).toHaveLength(1);
  const removal = refused.stderr.split('\n').at(-2)?.trim() ?? '';
  expect(removal).toMatch(/^ssh-keygen -R gpu-tray-vm-/);
  expect(await user.shell(removal, '')).toMatchObject({ code: 0 });
  expect((await user.login('gpu-train-1', 'true\n')).code).toBe(0);
}

test('logs in with and without the Include, returns the exit code, refuses a changed host key, and survives an outage', async () => {
  const own = await setup();
  const { sim, user, vm } = own;
  const before = existsSync(userKnownHosts);
  const first = await user.login('gpu-train-1', 'echo "logged in to $0"\nexit 7\n');
  expect(first).toMatchObject({ code: 7, stdout: expect.stringMatching(/^logged in to /) });
  expect(await user.storedKeys()).toEqual([`gpu-tray-vm-${vm.id} ssh-ed25519`]);

  async function expectLogin(line: string) {
    const pasted = await user.shell(line, 'echo pasted\nexit 3\n');
    expect(pasted).toMatchObject({ code: 3, stdout: 'pasted\n' });
  }
  const byAddress = await user.run(['ssh', '--print', 'gpu-train-1']);
  expect(byAddress).toMatchObject({ code: 0, stderr: '' });
  expect(byAddress.stdout).toMatch(new RegExp(`^ssh -i \\S+ -p \\d+ \\S+@${vm.address}\n$`));
  // ssh's question about the new host key is not answered, and the known hosts of this computer stay unchanged.
  const trust = `-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=${user.home}/known_hosts`;
  await expectLogin(byAddress.stdout.replace(/^ssh /, `ssh ${trust} `));
  expect(await user.ssh.include.add()).toBe(true);
  const byAlias = await user.run(['ssh', 'train-1', '--print']);
  // -F, since this home is not the one in the user database.
  expect(byAlias.stdout).toBe(`ssh -F ${user.home}/.ssh/config gpu-train-1\n`);
  await expectLogin(byAlias.stdout);
  expect(await user.storedKeys()).toHaveLength(1);

  await expectRefusal(own);
  await sim.close();
  const known = await user.run(['completion', 'words', '--', 'ssh', 'gpu']);
  expect(known).toMatchObject({ code: 0, stderr: '' });
  expect(known.stdout.split('\n')).toContain('gpu-train-1');
  expect(await user.login('gpu-train-1', 'echo in\nexit 5\n')).toMatchObject({
    ...{ code: 5, signal: null, stdout: 'in\n' },
    stderr:
      'Failed to reach the service. Check your network and the service URL.\nUsing the last known login of gpu-train-1.\n',
  });
  expect(existsSync(userKnownHosts)).toBe(before);
});

test('connects to running VMs only, sends only GET, ends on signals, and forgets VMs that are gone or signed out', async () => {
  const { sim, user, vm } = await setup();
  await expectInterruptible(sim, user);
  expect(await user.config()).toMatch(/^Host gpu-train-1$/m);

  sim.control.clearLog();
  sim.control.setVm(vm.id, { status: 'stopped' });
  expect(await user.run(['ssh', 'gpu-train-1'])).toMatchObject({
    ...{ code: 4, stdout: '', stderr: 'train-1 is not running: stopped. Start it to log in.\n' },
  });
  const requests = sim.control.state().requests.log.map(({ method, path }) => `${method} ${path}`);
  expect(requests).toEqual([`GET /vms/${vm.id}`]);

  sim.control.destroyVm(vm.id, 'gone');
  const gone = await user.run(['ssh', 'gpu-train-1']);
  expect(gone.code).toBe(2);
  expect(gone.stderr).toMatch(/^No VM matches "gpu-train-1"\. See gpu-tray status/);
  expect(await user.config()).not.toContain('gpu-train-1');
  expect(await user.storedKeys()).toEqual([]);

  const hostile = await user.run(['ssh', '--', '-oProxyCommand=touch pwned']);
  expect(hostile.code).toBe(2);
  expect(hostile.stderr).toMatch(/^No VM matches "-oProxyCommand=touch pwned"\. See /);
  expect(existsSync(join(user.home, 'pwned'))).toBe(false);

  expect(await user.config()).toMatch(/^Host gpu-[a-z]/m);
  expect(await user.run(['logout'])).toMatchObject({ code: 0, stderr: '' });
  expect(await user.config()).not.toMatch(/^Host gpu-[a-z]/m);
});
