import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import type { SshVm } from '../host.ts';
import { writeIfChanged } from './own-files.ts';
import { createSshHosts, type SshHostsOptions, UnusableSshFolder } from './ssh-hosts.ts';
import { makeVm } from './testing/make-vm.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

async function setUp(changes: Partial<SshHostsOptions> = {}) {
  const folder = join(await temporaryFolder(), 'gpu-tray');
  const forgotten: string[] = [];
  const written: string[] = [];
  const options: SshHostsOptions = {
    folder,
    home: '/home/ann',
    accountHome: '/home/ann',
    platform: 'linux',
    clock: systemClock,
    log: silentLog,
    tools: () => ({ ssh: null, keygen: null, keyscan: null }),
    run: async () => ({ state: 'absent' }),
    ask: async () => null,
    knownHosts: {
      forget: async (names) => void forgotten.push(...names),
      compareHostKey: async () => ({ state: 'unknown' }),
      removalCommand: () => ['ssh-keygen'],
    },
    write: async (path, text) => {
      const wrote = await writeIfChanged(path, text);
      if (wrote) written.push(path.slice(folder.length + 1));
      return wrote;
    },
    ...changes,
  };
  const hosts = createSshHosts(options);
  const hear = (vms: readonly SshVm[], gone: { accountId: string; vmId: string }[] = []) =>
    hosts.update({ vms, gone, accountIds: ['a', 'b'] });
  const config = () => readFile(join(folder, 'config'), 'utf8');
  return { folder, hosts, hear, config, forgotten, written, options };
}

const LOGIN = {
  user: 'ubuntu',
  port: 2222,
  identityFile: '~/keys/gpu 100%',
  options: ['ForwardAgent yes'],
};

describe('the hosts', () => {
  test('stand in one file, each with its own host key and what the settings say', async () => {
    const { folder, hear, config } = await setUp();
    await hear([
      makeVm('1'),
      makeVm('2', { login: LOGIN, address: '2001:db8::2' }),
      makeVm('3', { address: null }),
    ]);
    expect(
      await config(),
    ).toBe(`# The VMs you rent, written by GPU Tray. Changes made here are lost;
# user, port, identity file and further options are in its settings.

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
    ForwardAgent yes
    User ubuntu
    Port 2222
    IdentityFile "~/keys/gpu 100%%"
    IdentitiesOnly yes
    StrictHostKeyChecking accept-new
    HashKnownHosts no
    ForwardAgent no
    ControlPath ${folder}/5c103d%C
`);
  });

  test('are readable by their owner alone, also after somebody opened them up', async () => {
    const { folder, hear } = await setUp();
    const modes = async () => {
      const paths = [folder, join(folder, 'config'), join(folder, 'hosts.json')];
      return (await Promise.all(paths.map((path) => stat(path)))).map(({ mode }) => mode & 0o777);
    };
    await hear([makeVm('1')]);
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
    await chmod(folder, 0o755);
    await chmod(join(folder, 'config'), 0o666);
    await hear([makeVm('1')]);
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
  });

  test('are written only when something changed', async () => {
    const { hear, written } = await setUp();
    await hear([makeVm('1'), makeVm('2')]);
    expect(written.splice(0)).toEqual(['hosts.json', 'config']);
    await hear([makeVm('1'), makeVm('2')]);
    await hear([makeVm('2')]);
    await hear([]);
    expect(written).toEqual([]);
    await hear([makeVm('2', { address: '192.0.2.9' })]);
    expect(written.splice(0)).toEqual(['hosts.json', 'config']);
  });

  test('leave no orphan after a rename, an end, or the end of an account', async () => {
    const { hear, hosts, config, forgotten } = await setUp();
    await hear([makeVm('1'), makeVm('2'), makeVm('3', { accountId: 'b' })]);
    await hear([makeVm('1', { label: 'other' })]);
    expect(await config()).not.toMatch(/gpu-train-1\n/);
    expect(await config()).toMatch(/Host gpu-other\n.*\n {4}HostKeyAlias gpu-tray-vm-1\n/);
    expect(forgotten).toEqual([]);
    await hear([], [{ accountId: 'a', vmId: '2' }]);
    await hosts.update({ vms: [], gone: [], accountIds: ['a'] });
    expect(forgotten).toEqual(['gpu-tray-vm-2', 'gpu-tray-vm-3']);
    expect((await config()).match(/^Host .*/gm)).toEqual(['Host gpu-other']);
  });

  test('are remembered by the next start, and loading writes nothing', async () => {
    const { hear, folder, options, hosts } = await setUp();
    expect(await hosts.load()).toEqual([]);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    const heard = await hear([makeVm('1', { login: LOGIN })]);
    const before = await readdir(folder);
    expect(await createSshHosts(options).load()).toEqual(heard);
    expect(await readdir(folder)).toEqual(before);
  });

  test('a memory that is broken is put aside and begun anew', async () => {
    const { hear, folder } = await setUp({ clock: createVirtualClock(NOW) });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'hosts.json'), '{"hosts": [');
    await hear([makeVm('1')]);
    const aside = 'hosts.json.corrupt-2026-01-02T03-04-05.000Z';
    expect(await readFile(join(folder, aside), 'utf8')).toBe('{"hosts": [');
    expect((await hear([])).map(({ alias }) => alias)).toEqual(['gpu-train-1']);
  });

  test('files of a newer version are read, and left as they are', async () => {
    const { hear, hosts, folder, written, forgotten } = await setUp();
    const [host] = await hear([makeVm('1')]);
    const file = join(folder, 'hosts.json');
    const newer = (await readFile(file, 'utf8')).replace('"version": 1', '"version": 2');
    await writeFile(file, newer);
    written.splice(0);
    expect(await hear([makeVm('2')], [{ accountId: 'a', vmId: '1' }])).toEqual([host]);
    expect(await hosts.load()).toEqual([host]);
    expect(await readFile(file, 'utf8')).toBe(newer);
    expect([written, forgotten]).toEqual([[], []]);
  });

  test('two programs that hear of different VMs at once lose none', async () => {
    const { options } = await setUp();
    const ids = Array.from({ length: 12 }, (_, n) => `${n}`);
    await Promise.all(
      ids.map((id) =>
        createSshHosts(options).update({ vms: [makeVm(id)], gone: [], accountIds: ['a'] }),
      ),
    );
    const all = await createSshHosts(options).load();
    expect(all.map(({ vmId }) => vmId).sort()).toEqual(ids.sort());
  });

  test('names survive the loss of the memory, though ssh answers for them from our own file', async () => {
    const ask: SshHostsOptions['ask'] = async () => new Map([['hostname', '192.0.2.7']]);
    const { hear, folder, config } = await setUp({ ask: async () => null });
    await hear([makeVm('1'), makeVm('2')]);
    const before = await config();
    await writeFile(join(folder, 'hosts.json'), '');
    const next = await setUp({ ask, folder });
    await next.hear([makeVm('1'), makeVm('2')]);
    expect(await config()).toBe(before);
  });

  test('an option that ssh refuses is left out, and asked for only once', async () => {
    const asked: (readonly string[])[] = [];
    const run: SshHostsOptions['run'] = async (_, args) => {
      asked.push(args);
      return args.includes('Bad yes')
        ? { state: 'failed', stderr: '' }
        : { state: 'done', stdout: '' };
    };
    const tools = () => ({ ssh: '/usr/bin/ssh', keygen: null, keyscan: null });
    const { hear, config } = await setUp({ run, tools });
    const login = { ...LOGIN, options: ['Bad yes', 'Good yes', 'Match exec "x"', 'A b\nHost *'] };
    await hear([makeVm('1', { login }), makeVm('2', { login })]);
    await hear([makeVm('3', { login })]);
    expect(asked.map((args) => args[4])).toEqual(['Bad yes', 'Good yes']);
    expect(await config()).not.toMatch(/Bad|Match|Host \*/);
    expect((await config()).match(/Good yes/g)).toHaveLength(3);
  });
});

test.each(['/srv/a"b', '/srv/a\nb', '/srv/a\\b', `/srv/$${'{'}x}`])(
  'the folder %j cannot be used, and says so',
  async (folder) => {
    const { options } = await setUp();
    expect(() => createSshHosts({ ...options, folder })).toThrow(UnusableSshFolder);
  },
);
