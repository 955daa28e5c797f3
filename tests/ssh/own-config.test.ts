import { chmod, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sshArguments } from '../../src/core/ssh/index.ts';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

interface Case {
  /** By path in the home folder; `{ssh}` is the folder of the SSH config. */
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  /** `refused`: the main file is read-only; `unchanged`: a pattern in it includes ours already. Default: `done`. */
  readonly added?: 'refused' | 'unchanged';
}

const FORGE = 'Host forge\n    HostName forge.example\n    User git\n';
const OFFICE = 'Host office\n    HostName office.example\n';

const CASES: Readonly<Record<string, Case>> = {
  'a pattern that begins with its own name': {
    files: { '.ssh/config': `Include {ssh}/config.*\n${FORGE}`, '.ssh/config.office': OFFICE },
    hosts: ['forge', 'office'],
  },
  'a pattern of every folder': {
    files: { '.ssh/config': `Include {ssh}/*/*\n${FORGE}`, '.ssh/d/office': OFFICE },
    hosts: ['forge', 'office', 'other'],
    added: 'unchanged',
  },
  'a link into a dotfiles folder (stow) that includes its parts': {
    files: {
      'dots/ssh/config': `Include {home}/dots/ssh/config*.conf\n${FORGE}`,
      'dots/ssh/config-a.conf': OFFICE,
    },
    links: { '.ssh/config': '../dots/ssh/config' },
    hosts: ['forge', 'office'],
  },
  'a read-only link into a store (Nix) that includes a writable part': {
    files: {
      'store/abc-ssh/config': `Include {ssh}/config.d/*\n${FORGE}`,
      '.ssh/config.d/mine': OFFICE,
    },
    links: { '.ssh/config': '../store/abc-ssh/config' },
    hosts: ['forge', 'office'],
    added: 'refused',
  },
  CRLF: {
    files: { '.ssh/config': `${FORGE}${OFFICE}`.replaceAll('\n', '\r\n') },
    hosts: ['forge', 'office'],
  },
  'a byte order mark': {
    files: { '.ssh/config': `\ufeff# mine\n${FORGE}` },
    hosts: ['forge'],
    added: 'refused',
  },
  'a Match exec that differs each time': {
    files: {
      '.ssh/config': `Match exec "echo >> {ssh}/n; [ $(($(wc -l < {ssh}/n) %% 2)) = 0 ]"\n    Port 2201\n${OFFICE}`,
    },
    hosts: [],
  },
  CanonicalizeHostname: {
    files: {
      '.ssh/config': `CanonicalizeHostname yes\nCanonicalDomains invalid\nHost *.invalid\n    User canonical\nHost address\n    HostName 192.0.2.77\n`,
    },
    hosts: ['address', 'unknown'],
  },
  'options before any Host, exceptions, patterns that begin with gpu-, ProxyJump, tokens, shared connections, an agent, certificates, Match exec, user and final, and parts that include more':
    {
      files: {
        '.ssh/config': `StrictHostKeyChecking yes
AddKeysToAgent yes
Host * !forge
    User most
    ControlMaster auto
    ControlPath {ssh}/%r@%h:%p
    ControlPersist 10m
Host 10.0.0.? 10.1.*
    Port 2022
Host inner
    ProxyJump me@outer:2222
Host odd
    ProxyCommand nc -X 5 %h %p
Host *.corp
    HostName %h.example
Host gpu-*
    ProxyJump login.cluster.example
    IdentityFile {ssh}/cluster
Match host forge exec true
    Port 2200
Match final host forge.example
    ServerAliveInterval 7
Match localuser root
    Compression yes
Host work
    Include {ssh}/work
Host *
    IdentityAgent "{ssh}/agent sock"
    CertificateFile {ssh}/id-cert.pub
    ForwardAgent yes
    Include {ssh}/all
${FORGE}`,
        '.ssh/work': 'Port 2201\n',
        '.ssh/all': `Include {ssh}/deep/*\n${OFFICE}`,
        '.ssh/deep/one': 'Host other\n    HostName other.example\n',
      },
      hosts: [
        ...['forge', 'other', '10.0.0.1', '10.1.2.3', 'inner', 'odd', 'a.corp', '203.0.113.7'],
        ...['gpu-node-17', 'login.cluster.example', 'work', 'office'],
      ],
    },
};

async function layOut(user: User, { files, links = {}, added }: Case) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(user.home, name);
    await mkdir(dirname(path), { recursive: true });
    const filled = text.replaceAll('{ssh}', user.dotSsh).replaceAll('{home}', user.home);
    await writeFile(path, filled, { mode: 0o600 });
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, join(user.home, name));
  if (added === 'refused') await chmod(user.config, 0o444);
}

const endOf = (change: Promise<boolean>) =>
  change.then(
    (isChanged) => (isChanged ? 'done' : 'unchanged'),
    () => 'refused',
  );

test.each(Object.entries(CASES))("the user's hosts stay as they were: %s", async (_, given) => {
  const user = await makeUser();
  await layOut(user, given);
  const bytes = await readFile(user.config, 'latin1');
  const all = () => user.settingsOfAll(given.hosts);
  const before = all();
  expect(await endOf(user.include.add())).toBe(given.added ?? 'done');
  await user.update([makeVm('one')]);
  if (given.added !== 'refused') {
    expect(await user.include.state()).toBe('active');
    expect(user.settings('gpu-one')).toContain('hostname 127.20.0.1');
  }
  expect(all()).toEqual(before);
  expect(await endOf(user.include.remove())).toBe(given.added ? 'refused' : 'done');
  expect(await readFile(user.config, 'latin1')).toBe(bytes);
});

test('options for gpu-* are said before anything is written, with another prefix', async () => {
  const user = await makeUser();
  const cluster = 'Host gpu-*\n    ProxyJump login.cluster.example\n    IdentityFile ~/cluster\n';
  await writeFile(user.config, cluster);
  const { pattern } = await user.include.preview();
  expect(pattern).toMatchObject({ prefix: 'gpu', other: 'vm' });
  expect(pattern?.options).toContain('proxyjump login.cluster.example');
  expect(pattern?.options.join()).toContain('identityfile ~/cluster');
  user.setPrefix('vm');
  await user.update([makeVm('one')]);
  await user.include.add();
  expect((await user.include.preview()).pattern).toBeNull();
  expect(user.settings('vm-one').join('\n')).not.toMatch(/proxyjump|cluster/);
  expect(user.settings('vm-one')).toContain('hostkeyalias gpu-tray-vm-one');
});

test('a strict check of host keys is kept for hosts that have it', async () => {
  const user = await makeUser();
  await user.include.add();
  const included = await readFile(user.config, 'utf8');
  for (const [text, expected] of [
    ['StrictHostKeyChecking yes\n', 'true'],
    ['Host bank\n    StrictHostKeyChecking yes\n', 'accept-new'],
    ['Match host 127.20.0.*\n    StrictHostKeyChecking yes\n', 'true'],
    ['StrictHostKeyChecking no\n', 'accept-new'],
  ] as const) {
    await writeFile(user.config, `${included}${text}`);
    const [host] = await user.update([makeVm('one')]);
    const isExpected = expect.arrayContaining([`stricthostkeychecking ${expected}`]);
    if (host === undefined) throw new Error('no host was written');
    const inFull = sshArguments(host, user.ssh.setupFor(false)) ?? [];
    const answers = [user.settings('gpu-one'), user.answer(inFull)];
    expect([text, ...answers]).toEqual([text, isExpected, isExpected]);
  }
});

test('our line in an included part of a read-only config counts, and is not added twice', async () => {
  const user = await makeUser();
  await mkdir(join(user.dotSsh, 'config.d'));
  const { lines } = await user.include.preview();
  await writeFile(join(user.dotSsh, 'config.d', 'a'), lines.join('\n'));
  await writeFile(user.config, `Include ${user.dotSsh}/config.d/*\n`, { mode: 0o444 });
  await user.update([makeVm('one')]);
  expect(await user.include.state()).toBe('active');
  expect(await user.include.add()).toBe(false);
});

test('a change that affects a host of the user is undone, with the reason', async () => {
  const user = await makeUser();
  // The host changes with the content of the file.
  const text = `Match host forge exec "grep -q ^Include ${user.config}"\n    Port 2200\n${FORGE}`;
  await writeFile(user.config, text);
  await expect(user.include.add()).rejects.toThrow(
    `This would change ssh forge: port 22 became 2200. ${user.config} is as before.`,
  );
  expect(await readFile(user.config, 'utf8')).toBe(text);
});

describe('files of an earlier version in ~/.ssh', () => {
  async function earlier() {
    const user = await makeUser();
    await writeFile(user.config, FORGE);
    await user.update([makeVm('one')]);
    const old = dirname(user.configFile);
    await writeFile(join(user.ours, 'known_hosts'), 'gpu-tray-vm-one ssh-ed25519 AAAA\n');
    for (const name of ['hosts.json', 'known_hosts', 'lock'])
      await rename(join(user.ours, name), join(old, name));
    await writeFile(join(old, 'include.lock'), '');
    await writeFile(`${user.config}.before-gpu-tray`, FORGE);
    return { user, old };
  }

  async function expectMoved({ user, old }: Awaited<ReturnType<typeof earlier>>) {
    expect((await user.hosts.load()).map(({ alias }) => alias)).toEqual(['gpu-one']);
    expect(await readdir(old)).toEqual(['config']);
    expect(await readdir(user.dotSsh)).toEqual(['config', 'gpu-tray']);
    const pinned = await readFile(join(user.ours, 'known_hosts'), 'utf8');
    expect(pinned).toBe('gpu-tray-vm-one ssh-ed25519 AAAA\n');
    expect(await readFile(join(user.ours, 'config.before-gpu-tray'), 'utf8')).toBe(FORGE);
  }

  test('are moved at the first use', async () => {
    await expectMoved(await earlier());
  });
});
