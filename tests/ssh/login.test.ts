import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sshArguments } from '../../src/core/ssh/index.ts';
import { explainKey } from '../../src/core/ssh/known-hosts/index.ts';
import { makeKey } from './host-keys.ts';
import { makeVm } from './make-vm.ts';
import { freeEndpoint, startSshd } from './sshd.ts';
import { makeUser, type User } from './user.ts';

/** VMs that get one address after the other, as a service's do. */
async function sharedAddress(user: User) {
  const endpoint = await freeEndpoint();
  const login = { user: null, port: endpoint.port, identityFile: user.key.file, options: [] };
  return {
    vm: (id: string) => makeVm(id, { address: endpoint.address, login }),
    /** Whoever has that host key answers there now. @returns what ends it */
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

describe.each(['home', 'ho me 100%'])('a real sshd, and a user whose home is %j', (home) => {
  test('a VM’s first login stores its key, and its end removes it', async () => {
    const user = await makeUser(home);
    await user.include.add();
    const { vm, answer } = await sharedAddress(user);
    await answer(makeKey(user.folder, 'host_key'));
    const [one, two] = await user.hear([vm('one'), vm('two')]);
    expect(user.login('gpu-one', 'echo', 'logged in').stdout).toBe('logged in\n');
    expect(await storedKeys(user)).toEqual([['gpu-tray-vm-one', 'ssh-ed25519']]);
    expect(user.login('gpu-two', 'true').status).toBe(0);
    expect(await storedKeys(user)).toHaveLength(2);
    if (one === undefined || two === undefined) throw new Error('two hosts were heard');
    expect(await user.include.check(one)).toBe('seen');
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'same' });
    await user.hear([vm('two')], [{ accountId: 'a', vmId: 'one' }]);
    expect(await storedKeys(user)).toEqual([['gpu-tray-vm-two', 'ssh-ed25519']]);
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'unknown' });
    expect(await user.include.check(one)).toBe('notSeen');
    // Nothing with the old key is left over, and the user's own known_hosts was never touched.
    expect((await readdir(user.ours)).sort()).toEqual([
      'config',
      'hosts.json',
      'include.lock',
      'known_hosts',
      'lock',
    ]);
    expect(existsSync(join(user.home, '.ssh', 'known_hosts'))).toBe(false);
  });

  test('another VM on the same address, with another key, logs in; the same VM with it is refused and explained', async () => {
    const user = await makeUser(home);
    await user.include.add();
    const { vm, answer } = await sharedAddress(user);
    const [old, recycled] = [makeKey(user.folder, 'old'), makeKey(user.folder, 'recycled')];
    const [one, two] = await user.hear([vm('one'), vm('two')]);
    if (one === undefined || two === undefined) throw new Error('two hosts were heard');
    const stop = await answer(old);
    expect(user.login('gpu-one', 'true').status).toBe(0);
    await stop();
    expect(await user.knownHosts.compareHostKey(one)).toEqual({ state: 'unreachable' });
    await answer(recycled);
    expect(user.login('gpu-two', 'echo', 'two').stdout).toBe('two\n');

    const refused = user.login('gpu-one', 'echo', 'impostor');
    expect(refused).toMatchObject({ status: 255, stdout: '' });
    expect(refused.stderr).toContain('REMOTE HOST IDENTIFICATION HAS CHANGED');
    const before = await storedKeys(user);
    const comparison = await user.knownHosts.compareHostKey(one);
    expect(comparison).toEqual({
      state: 'changed',
      stored: [{ type: 'ED25519', sha256: old.fingerprint }],
      offered: [{ type: 'ED25519', sha256: recycled.fingerprint }],
    });
    const { what } = explainKey(one.alias, comparison);
    expect(what).toContain(old.fingerprint);
    expect(what).toContain(recycled.fingerprint);
    expect(await user.knownHosts.compareHostKey(two)).toEqual({ state: 'same' });
    // Explained, but nothing removed: that is the user's to decide.
    expect(await storedKeys(user)).toEqual(before);
    expect(user.login('gpu-one', 'true').status).toBe(255);
  });
});

test('a session that is kept open is not handed to the next VM on its address, by name or in full', async () => {
  const user = await makeUser();
  const shared = `ControlMaster auto\nControlPath ${user.folder}/cm-%r@%h:%p\nControlPersist 60\n`;
  await writeFile(user.config, shared);
  await user.include.add();
  const { vm, answer } = await sharedAddress(user);
  const hosts = await user.hear([vm('one'), vm('two'), vm('three')]);
  const masters = () => hosts.map(({ alias }) => user.control(alias, 'check'));
  onTestFinished(() => {
    for (const { alias } of hosts) user.control(alias, 'exit');
  });
  await answer(makeKey(user.folder, 'host_key'));
  expect(user.login('gpu-one', 'true').status).toBe(0);
  expect(masters()).toEqual([0, 255, 255]);
  expect(user.login('gpu-two', 'true').status).toBe(0);
  const third = hosts.find(({ vmId }) => vmId === 'three');
  if (third === undefined) throw new Error('three hosts were heard');
  const inFull = sshArguments(third, { ...user.ssh.setup(), isIncluded: false });
  expect(user.run([...(inFull ?? []), 'true']).status).toBe(0);
  expect(masters()).toEqual([0, 0, 0]);
  const names = (await storedKeys(user)).map(([name]) => name);
  expect(names).toEqual(['gpu-tray-vm-one', 'gpu-tray-vm-two', 'gpu-tray-vm-three']);
});

test('a VM that comes back with a key of another type only is refused, and explained', async () => {
  const user = await makeUser();
  await user.include.add();
  const { vm, answer } = await sharedAddress(user);
  const [one] = await user.hear([vm('one')]);
  if (one === undefined) throw new Error('a host was heard');
  const stop = await answer(makeKey(user.folder, 'first'));
  expect(user.login('gpu-one', 'true').status).toBe(0);
  await stop();
  await answer(makeKey(user.folder, 'second', 'ecdsa'));
  expect(user.login('gpu-one', 'true').status).toBe(255);
  expect(await user.knownHosts.compareHostKey(one)).toMatchObject({ state: 'changed' });
});

test('a key that is stored twice over, hashed too, is removed all the same', async () => {
  const user = await makeUser();
  await user.include.add();
  const { vm, answer } = await sharedAddress(user);
  await answer(makeKey(user.folder, 'host_key'));
  const hashing = { ...vm('one'), login: { ...vm('one').login, options: ['HashKnownHosts yes'] } };
  await user.hear([hashing]);
  expect(user.login('gpu-one', 'true').status).toBe(0);
  expect(await readFile(join(user.ours, 'known_hosts'), 'utf8')).toMatch(/^\|1\|/);
  await user.hear([], [{ accountId: 'a', vmId: 'one' }]);
  expect(await storedKeys(user)).toEqual([]);
});

test('a VM that other hosts of the user’s do not hear of: their keys and settings stay theirs', async () => {
  const user = await makeUser();
  const theirs =
    'Host other\n    HostName 127.20.0.9\n    User bob\nHost *\n    Port 2022\n    ForwardAgent yes\n';
  await writeFile(user.config, theirs);
  const before = user.settings('other');
  await user.include.add();
  await user.hear([makeVm('one'), makeVm('other', { label: 'other' })]);
  expect(user.settings('other')).toEqual(before);
  expect(user.settings('gpu-one')).toEqual(
    expect.arrayContaining([
      'hostname 127.20.0.1',
      'forwardagent no',
      'port 2022',
      'hostkeyalias gpu-tray-vm-one',
    ]),
  );
  await user.include.remove();
  expect(await readFile(user.config, 'utf8')).toBe(theirs);
});
