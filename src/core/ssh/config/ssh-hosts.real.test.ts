import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import type { SshVm } from '../host.ts';
import { makeVm } from '../testing/make-vm.ts';
import { shortHash } from './aliases.ts';
import { createSshHosts, type SshHostsOptions } from './ssh-hosts.ts';

async function setup(changes: Partial<SshHostsOptions> = {}) {
  const folder = join(await temporaryFolder(), 'gpu-tray');
  const forgotten: string[] = [];
  const options: SshHostsOptions = {
    folder,
    configFile: join(folder, 'config'),
    home: '/home/ann',
    accountHome: '/home/ann',
    platform: 'linux',
    clock: systemClock,
    log: silentLog,
    knownHosts: { forget: async (names) => void forgotten.push(...names) },
    ask: async () => new Map([['stricthostkeychecking', 'ask']]),
    prefix: () => 'gpu',
    ...changes,
  };
  const hosts = createSshHosts(options);
  const update = (vms: readonly SshVm[], gone: { accountId: string; vmId: string }[] = []) =>
    hosts.update({ vms, gone, accountIds: ['a', 'b'] });
  const config = () => readFile(join(folder, 'config'), 'utf8');
  const inodes = new Map<string, number>();
  /** The files replaced since the last call. */
  async function written(): Promise<readonly string[]> {
    const names: string[] = [];
    for (const name of ['hosts.json', 'config']) {
      const { ino } = await stat(join(folder, name));
      if (inodes.get(name) !== ino) names.push(name);
      inodes.set(name, ino);
    }
    return names;
  }
  return { folder, hosts, update, config, forgotten, written, options };
}

const LOGIN = {
  user: 'ubuntu',
  port: 2222,
  identityFile: '~/keys/gpu 100%',
};

describe('the hosts', () => {
  test('keep a strict check that the user wants of the tenth one alone', async () => {
    const strict = new Map([['stricthostkeychecking', 'true']]);
    const { update } = await setup({
      ask: async (name) => (name === 'gpu-train-10--' ? strict : new Map()),
    });
    const hosts = await update(Array.from({ length: 10 }, (_, at) => makeVm(String(at + 1))));
    expect(hosts.flatMap(({ isStrict, alias }) => (isStrict ? alias : []))).toEqual([
      'gpu-train-10',
    ]);
  });

  test('are written to one config, each with its host key alias and login', async () => {
    const { folder, update, config } = await setup();
    await update([
      makeVm('1'),
      makeVm('2', { login: LOGIN, address: '2001:db8::2' }),
      makeVm('3', { address: null }),
    ]);
    expect(
      await config(),
    ).toBe(`# Your rented VMs, written by GPU Tray. Changes to this file are lost.
# Set user, port and key file in GPU Tray; add other options under "Host gpu-*" in your SSH config.

Host gpu-train-1
    HostName 192.0.2.7
    HostKeyAlias gpu-tray-vm-1
    UserKnownHostsFile ${folder}/known_hosts
    CheckHostIP no
    StrictHostKeyChecking accept-new
    HashKnownHosts no
    ForwardAgent no
    ControlPath ${folder}/833787%C

Host gpu-train-2
    HostName 2001:db8::2
    HostKeyAlias gpu-tray-vm-2
    UserKnownHostsFile ${folder}/known_hosts
    CheckHostIP no
    User ubuntu
    Port 2222
    IdentityFile "~/keys/gpu 100%%"
    IdentitiesOnly yes
    StrictHostKeyChecking accept-new
    HashKnownHosts no
    ForwardAgent no
    ControlPath ${folder}/5c103d%C

Host gpu--tray
    HostName 192.0.2.1
    HostKeyAlias gpu-tray-${shortHash(folder, 8)}
    UserKnownHostsFile none
    User gpu-tray
    StrictHostKeyChecking accept-new
`);
  });

  test('are readable by their owner only, even after their mode was changed', async () => {
    const { folder, update } = await setup();
    const modes = async () => {
      const paths = [folder, join(folder, 'config'), join(folder, 'hosts.json')];
      return (await Promise.all(paths.map((path) => stat(path)))).map(({ mode }) => mode & 0o777);
    };
    await update([makeVm('1')]);
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'config'), 0o666);
    await update([makeVm('1')]);
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
  });

  test('are written only when something changed', async () => {
    const { update, written } = await setup();
    await update([makeVm('1'), makeVm('2')]);
    expect(await written()).toEqual(['hosts.json', 'config']);
    await update([makeVm('1'), makeVm('2')]);
    await update([makeVm('2')]);
    await update([]);
    expect(await written()).toEqual([]);
    await update([makeVm('2', { address: '192.0.2.9' })]);
    expect(await written()).toEqual(['hosts.json', 'config']);
  });

  test('leave nothing behind after a rename, a removed VM or a removed account', async () => {
    const { update, hosts, config, forgotten } = await setup();
    await update([makeVm('1'), makeVm('2'), makeVm('3', { accountId: 'b' })]);
    await update([makeVm('1', { label: 'other' })]);
    expect(await config()).not.toMatch(/gpu-train-1\n/);
    expect(await config()).toMatch(/Host gpu-other\n.*\n {4}HostKeyAlias gpu-tray-vm-1\n/);
    expect(forgotten).toEqual([]);
    await update([], [{ accountId: 'a', vmId: '2' }]);
    await hosts.update({ vms: [], gone: [], accountIds: ['a'] });
    expect(forgotten).toEqual(['gpu-tray-vm-2', 'gpu-tray-vm-3']);
    expect((await config()).match(/^Host .*/gm)).toEqual(['Host gpu-other', 'Host gpu--tray']);
  });

  test('are loaded at the next start, and loading writes nothing', async () => {
    const { update, folder, options, hosts } = await setup();
    expect(await hosts.load()).toEqual([]);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    const written = await update([makeVm('1', { login: LOGIN })]);
    const before = await readdir(folder);
    expect(await createSshHosts(options).load()).toEqual(written);
    expect(await readdir(folder)).toEqual(before);
  });

  test('concurrent updates from several processes lose no VM', async () => {
    const { options } = await setup();
    const ids = Array.from({ length: 12 }, (_, n) => `${n}`);
    await Promise.all(
      ids.map((id) =>
        createSshHosts(options).update({ vms: [makeVm(id)], gone: [], accountIds: ['a'] }),
      ),
    );
    const all = await createSshHosts(options).load();
    expect(all.map(({ vmId }) => vmId).sort()).toEqual(ids.sort());
  });

  test('aliases survive a corrupt hosts.json, though the user’s SSH config includes them', async () => {
    const home = await temporaryFolder();
    const { update, folder, config } = await setup({ home, accountHome: home });
    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'config'), `Include ${folder}/config\n`);
    await update([makeVm('1'), makeVm('2')]);
    const before = await config();
    await writeFile(join(folder, 'hosts.json'), '{"hosts": [');
    await update([makeVm('1'), makeVm('2')]);
    expect(await config()).toBe(before);
  });
});
