import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { explainKey, sshArguments, sshVmsOf } from '../../src/core/ssh/index.ts';
import { makeVm as makeListedVm } from '../../src/shared/domain/testing/records.ts';
import { makeKey } from './host-keys.ts';
import { makeVm } from './make-vm.ts';
import { freeEndpoint, startSshd } from './sshd.ts';
import { makeUser, type User } from './user.ts';

/** VMs that use one address after another, as with a real service. */
async function sharedAddress(user: User) {
  const endpoint = await freeEndpoint();
  const login = { user: null, port: endpoint.port, identityFile: user.key.file };
  return {
    vm: (id: string) => makeVm(id, { address: endpoint.address, login }),
    /** Starts sshd with that host key. @returns stop */
    answer: (hostKey: ReturnType<typeof makeKey>) =>
      startSshd({ folder: user.folder, endpoint, hostKey, userKey: user.key }),
  };
}

const storedKeys = async ({ ours }: User) => {
  const text = await readFile(join(ours, 'known_hosts'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ').slice(0, 2));
};

describe('with a real sshd', () => {
  const home = 'ho me 100%';

  test('the first login stores the host key, and it is removed with the VM', async () => {
    const user = await makeUser(home);
    await user.include.add();
    const { vm, answer } = await sharedAddress(user);
    await answer(makeKey(user.folder, 'host_key'));
    const [one, two] = await user.update([vm('one'), vm('two')]);
    expect(user.login('gpu-one', 'echo', 'logged in').stdout).toBe('logged in\n');
    expect(await storedKeys(user)).toEqual([['gpu-tray-vm-one', 'ssh-ed25519']]);
    expect(user.login('gpu-two', 'true').status).toBe(0);
    expect(await storedKeys(user)).toHaveLength(2);
    if (one === undefined || two === undefined) throw new Error('no hosts were written');
    expect(user.settings('gpu-one')).toContain('hostkeyalias gpu-tray-vm-one');
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'same' });
    await user.update([vm('two')], [{ accountId: 'a', vmId: 'one' }]);
    expect(await storedKeys(user)).toEqual([['gpu-tray-vm-two', 'ssh-ed25519']]);
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'unknown' });
    expect(user.settings('gpu-one')).not.toContain('hostkeyalias gpu-tray-vm-one');
    // No leftover files, and the user's own known_hosts was not touched.
    expect((await readdir(user.ours)).sort()).toEqual([
      'hosts.json',
      'include.lock',
      'known_hosts',
      'lock',
    ]);
    expect(await readdir(dirname(user.configFile))).toEqual(['config']);
    expect(existsSync(join(user.home, '.ssh', 'known_hosts'))).toBe(false);
  });

  test('another VM on the same address can log in; the same VM with another key is refused and explained, and let in with its next run', async () => {
    const user = await makeUser(home);
    await user.include.add();
    const { vm, answer } = await sharedAddress(user);
    const [old, recycled] = [makeKey(user.folder, 'old'), makeKey(user.folder, 'recycled')];
    const [RUN, NEXT] = ['20260601t120000z', '20260602t120000z'];
    const [one, two] = await user.update([{ ...vm('one'), run: RUN }, vm('two')]);
    if (one === undefined || two === undefined) throw new Error('no hosts were written');
    const stop = await answer(old);
    expect(user.login('gpu-one', 'true').status).toBe(0);
    await stop();
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'unreachable' });
    const stopRecycled = await answer(recycled);
    expect(user.login('gpu-two', 'echo', 'two').stdout).toBe('two\n');

    const refused = user.login('gpu-one', 'echo', 'impostor');
    expect(refused).toMatchObject({ status: 255, stdout: '' });
    expect(refused.stderr).toContain('REMOTE HOST IDENTIFICATION HAS CHANGED');
    const before = await storedKeys(user);
    const comparison = await user.knownHosts.compareHostKey(one);
    expect(comparison).toEqual({
      state: 'changed',
      stored: [`ED25519 ${old.fingerprint}`],
      offered: `ED25519 ${recycled.fingerprint}`,
    });
    const { what } = explainKey(one.alias, comparison);
    expect(what).toContain(old.fingerprint);
    expect(what).toContain(recycled.fingerprint);
    expect(await user.knownHosts.compareHostKey(two)).toEqual({ state: 'same' });
    // Only the user removes a changed key.
    expect(await storedKeys(user)).toEqual(before);
    await stopRecycled();
    await answer(makeKey(user.folder, 'other_type', 'ecdsa'));
    expect(user.login('gpu-one', 'true').status).toBe(255);
    expect(await user.knownHosts.compareHostKey(one)).toMatchObject({ state: 'changed' });
    const [next] = await user.update([{ ...vm('one'), run: NEXT }, vm('two')]);
    expect(user.login('gpu-one', 'echo', 'next run').stdout).toBe('next run\n');
    expect(await storedKeys(user)).toEqual([
      ['gpu-tray-vm-two', 'ssh-ed25519'],
      [`gpu-tray-vm-one-${NEXT}`, 'ecdsa-sha2-nistp256'],
    ]);
    if (next === undefined) throw new Error('no host was written');
    expect(user.settings('gpu-one')).toContain(`hostkeyalias ${next.hostKeyAlias}`);
    expect(await user.knownHosts.compareHostKey(next)).toEqual({ state: 'same' });
  });
});

test('a host key is checked through a jump host, whose own key is no answer', async () => {
  const user = await makeUser();
  await user.include.add();
  const jump = await freeEndpoint();
  const jumpKey = makeKey(user.folder, 'jump');
  await startSshd({ folder: user.folder, endpoint: jump, hostKey: jumpKey, userKey: user.key });
  const options = [
    `Host jump\n    HostName ${jump.address}\n    Port ${jump.port}\n    IdentityFile ${user.key.file}`,
    `    UserKnownHostsFile ${user.folder}/jump_hosts\n    StrictHostKeyChecking accept-new`,
    'Host gpu-*\n    ProxyJump jump\nHost *\n    LogLevel QUIET\n    ControlMaster auto',
  ];
  await appendFile(user.config, `${options.join('\n')}\n`);
  const { vm, answer } = await sharedAddress(user);
  const [one] = await user.update([vm('one')]);
  if (one === undefined) throw new Error('no host was written');
  const check = () => user.knownHosts.compareHostKey(one);
  const stop = await answer(makeKey(user.folder, 'host_key'));
  expect(user.login('gpu-one', 'true').status).toBe(0);
  expect(await check()).toEqual({ state: 'same' });
  await stop();
  expect(await check()).toEqual({ state: 'unreachable' });
  const other = makeKey(user.folder, 'other');
  await answer(other);
  expect(await check()).toMatchObject({ offered: `ED25519 ${other.fingerprint}` });
});

test('the host name and port that a provider names are used, with the user’s own key', async () => {
  const user = await makeUser();
  await user.include.add();
  const endpoint = { ...(await freeEndpoint()), address: '127.0.0.1' };
  const hostKey = makeKey(user.folder, 'host_key');
  await startSshd({ folder: user.folder, endpoint, hostKey, userKey: user.key });
  const login = { host: 'localhost', port: endpoint.port, user: userInfo().username };
  const listed = makeListedVm({
    ...{ id: 'one', status: 'running', label: 'one' },
    login: { ...login, isShellOnly: false },
  });
  const own = { user: null, port: 1, identityFile: user.key.file };
  const account = { id: 'a', baseUrl: 'http://127.0.0.1:1/', vms: [listed] };
  const vms = sshVmsOf([account], { all: own, accounts: {}, vms: {} });
  const [one] = await user.update(vms);
  if (one === undefined) throw new Error('no host was written');
  expect(user.login('gpu-one', 'echo', 'by alias').stdout).toBe('by alias\n');
  const inFull = sshArguments(one, user.ssh.setupFor(false));
  expect(user.run([...(inFull ?? []), 'echo', 'in full']).stdout).toBe('in full\n');
  expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'same' });
  expect(await storedKeys(user)).toEqual([['gpu-tray-vm-one', 'ssh-ed25519']]);
});

test('a shared connection is not reused for the next VM on its address', async () => {
  const user = await makeUser();
  const shared = `ControlMaster auto\nControlPath ${user.folder}/cm-%r@%h:%p\nControlPersist 60\n`;
  await writeFile(user.config, shared);
  await user.include.add();
  const { vm, answer } = await sharedAddress(user);
  const hosts = await user.update([vm('one'), vm('two'), vm('three')]);
  const masters = () => hosts.map(({ alias }) => user.control(alias, 'check'));
  onTestFinished(() => {
    for (const { alias } of hosts) user.control(alias, 'exit');
  });
  await answer(makeKey(user.folder, 'host_key'));
  expect(user.login('gpu-one', 'true').status).toBe(0);
  expect(masters()).toEqual([0, 255, 255]);
  expect(user.login('gpu-two', 'true').status).toBe(0);
  const third = hosts.find(({ vmId }) => vmId === 'three');
  if (third === undefined) throw new Error('no hosts were written');
  const inFull = sshArguments(third, user.ssh.setupFor(false));
  expect(user.run([...(inFull ?? []), 'true']).status).toBe(0);
  expect(masters()).toEqual([0, 0, 0]);
  const names = (await storedKeys(user)).map(([name]) => name);
  expect(names).toEqual(['gpu-tray-vm-one', 'gpu-tray-vm-two', 'gpu-tray-vm-three']);
});
