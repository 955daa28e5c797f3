import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARKER } from '../../src/core/ssh/config/host-blocks.ts';
import type { SshVm } from '../../src/core/ssh/host.ts';
import { sshAddress } from '../../src/core/ssh/index.ts';
import { EMPTY_LOGIN } from '../../src/shared/ssh/ssh-state.ts';
import { ANY_CHARACTER } from '../../src/shared/testing/any-character.ts';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

const THEIRS = `Host other
    HostName 192.0.2.99
    User bob
Host *
    ServerAliveInterval 7
`;

const VARIABLE = ['$', '{HOME}'].join('');

/** The keywords of our blocks without a login. */
const PLAIN_KEYWORDS =
  /^ {4}(?:HostName|HostKeyAlias|UserKnownHostsFile|CheckHostIP|StrictHostKeyChecking|HashKnownHosts|ForwardAgent|ControlPath) \S/;

async function userWithConfig() {
  const user = await makeUser('ho me');
  await writeFile(user.config, THEIRS);
  const other = user.settings('other');
  await user.include.add();
  return { user, other, marker: join(user.folder, 'ran') };
}

/** Without the last block, which names no VM. */
async function ourLines(user: User): Promise<readonly string[]> {
  const [vms = ''] = (await readFile(user.configFile, 'utf8')).split(`\nHost ${MARKER}\n`);
  return vms.split('\n');
}

/** Known attacks, with a command that creates the marker if anything runs it. */
function hostileTexts(marker: string): readonly string[] {
  const command = `touch ${marker}`;
  return [
    `x\nProxyCommand ${command}`,
    `x\r\n    ProxyCommand ${command}`,
    `x\nHost *\n    ProxyCommand ${command}`,
    `x\nMatch exec "${command}"\n`,
    `x\u2028ProxyCommand ${command}`,
    `x\u0085ProxyCommand ${command}`,
    `-oProxyCommand=${command}`,
    `$(${command})`,
    `\`${command}\``,
    `x; ${command}`,
    `x" ProxyCommand "${command}`,
    "x' y",
    'x\\',
    'x\\" y',
    '*',
    '!*',
    '?',
    'other',
    'gpu-other other',
    'a,b',
    '%h%r%n%d',
    VARIABLE,
    '~/x',
    '../../x',
    '\0',
    '\u202egpj.x',
    'x'.repeat(100_000),
    '',
    ' ',
    '#',
  ];
}

describe('values from the service', () => {
  test('hostile values in every field give plain blocks, and other hosts keep their settings', async () => {
    const { user, other, marker } = await userWithConfig();
    const texts = hostileTexts(marker);
    const places: readonly ((text: string) => Partial<SshVm>)[] = [
      (label) => ({ label }),
      (serviceUrl) => ({ serviceUrl }),
    ];
    const vms = texts.flatMap((text, n) => [
      makeVm(text === '' ? 'empty' : text, { label: null }),
      ...places.map((place, at) => makeVm(`${n}-${at}`, place(text))),
      // With the address check, and without it: the config must not contain hostile addresses either way.
      makeVm(`${n}-gate`, { address: sshAddress(text, true) }),
      makeVm(`${n}-mistake`, { address: text, label: 'mistake' }),
    ]);
    const hosts = await user.update(vms);
    const lines = await ourLines(user);
    const isExpected = (line: string) =>
      /^(?:#.*|Host gpu-[a-z0-9-]+|)$/.test(line) || PLAIN_KEYWORDS.test(line);
    expect(lines.filter((line) => !isExpected(line))).toEqual([]);
    expect(lines.join('\n')).not.toContain('mistake');
    expect(user.settings('other')).toEqual(other);
    const shown = hosts.filter(({ address }) => address === '127.20.0.1').slice(0, 12);
    const answers = user.settingsOfAll(shown.map(({ alias }) => alias));
    for (const [at, { hostKeyAlias }] of shown.entries()) {
      const settings = answers[at]?.split('\n');
      expect(settings).toContain('hostname 127.20.0.1');
      expect(settings).toContain(`hostkeyalias ${hostKeyAlias}`);
      expect(
        settings?.filter((line) => /^(?:proxycommand|proxyjump|localcommand) /.test(line)),
      ).toEqual([]);
    }
    expect(existsSync(marker)).toBe(false);
  });

  test('random values give one block per VM and nothing else', async () => {
    const { user, other, marker } = await userWithConfig();
    const seeds = hostileTexts(marker);
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
      fc
        .array(
          fc.oneof(fc.constantFrom(...seeds.slice(0, 26)), fc.constantFrom('\n', ' ', '"', '=')),
          { maxLength: 4 },
        )
        .map((parts) => parts.join('')),
    );
    const vm = fc.record({
      vmId: text.filter((id) => id !== ''),
      label: fc.option(text),
      defaultName: fc.option(fc.integer().map((number) => `vm-${number}`)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(vm, { minLength: 1, maxLength: 12, selector: ({ vmId }) => vmId }),
        async (vms) => {
          const all = vms.map(({ vmId, ...named }) => makeVm(vmId, named));
          const gone = (await user.hosts.load()).map(({ accountId, vmId }) => ({
            accountId,
            vmId,
          }));
          const hosts = await user.updateUnasked(all, gone);
          const lines = await ourLines(user);
          expect(lines.filter((line) => line.startsWith('Host '))).toHaveLength(vms.length);
          expect(lines.filter((line) => PLAIN_KEYWORDS.test(line))).toHaveLength(7 * vms.length);
          expect(lines).toHaveLength(3 + 9 * vms.length);
          const [others = '', ours] = user.settingsOfAll(['other', hosts[0]?.alias ?? '']);
          expect(others.split('\n').slice(0, -1)).toEqual(other.slice(0, -1));
          expect(ours).toContain('\nhostname 127.20.0.1\n');
        },
      ),
      { numRuns: 8 },
    );
    expect(existsSync(marker)).toBe(false);
  });
});

test('a name that the user’s SSH config uses for a host is not used for a VM', async () => {
  const user = await makeUser();
  await user.include.add();
  const included = await readFile(user.config, 'utf8');
  for (const [text, alias] of [
    ['Host gpu-box\n    ProxyJump bastion\n', 'gpu-box-2'],
    ['Host gpu-box\n    IdentityFile ~/x\n', 'gpu-box-2'],
    ['Host gpu-*\n    HostName %h.corp.example\n', 'gpu-box'],
    ['Host * !*.*\n    HostName %h.corp.example\n    ControlPath /tmp/%C\n', 'gpu-box'],
  ] as const) {
    await writeFile(user.config, `${included}${text}`);
    const gone = await user.hosts.load();
    const [host] = await user.update([makeVm(text, { label: 'box' })], gone);
    expect([text, host?.alias]).toEqual([text, alias]);
  }
});

describe('logins', () => {
  test('apply to their own host only', async () => {
    const { user, other } = await userWithConfig();
    const identityFile = '~/keys/my "no" key';
    const login = {
      user: 'ubuntu',
      port: 2222,
      identityFile: '~/my keys/100% $x \\ y',
    };
    await user.update([
      makeVm('one', { login }),
      makeVm('two', { login: { ...EMPTY_LOGIN, identityFile } }),
    ]);
    const settings = user.settings('gpu-one');
    expect(settings).toEqual(
      expect.arrayContaining([
        'user ubuntu',
        'port 2222',
        'serveraliveinterval 7',
        'forwardagent no',
        'identitiesonly yes',
        'hostname 127.20.0.1',
        'hostkeyalias gpu-tray-vm-one',
        'stricthostkeychecking accept-new',
      ]),
    );
    // ssh -G prints it before it expands tokens.
    expect(settings.filter((line) => line.startsWith('identityfile '))).toEqual([
      `identityfile ${user.home}/my keys/100%% $x \\ y`,
    ]);
    expect(user.settings('gpu-two')).toEqual(
      expect.arrayContaining(['forwardagent no', 'serveraliveinterval 7']),
    );
    expect(user.settings('gpu-two').join('\n')).not.toContain('my "no" key');
    expect(user.settings('other')).toEqual(other);
  });

  test('no login breaks the config for other hosts, runs anything, or leads to another machine', async () => {
    const { user, other, marker } = await userWithConfig();
    const command = `touch ${marker}`;
    const text = fc.option(
      fc.oneof(
        fc.constantFrom(...hostileTexts(marker)),
        fc.constantFrom('ubuntu', '~/a b', '"x', 'x"', '\\', '%h', '%', `$(${command})`),
        fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
      ),
    );
    const login = fc.record({ user: text, port: fc.option(fc.integer()), identityFile: text });
    const logins = fc.sample(login, 20);
    const hosts = await user.updateUnasked(
      logins.map((random, n) => makeVm(`${n}`, { login: random })),
    );
    const lines = await ourLines(user);
    expect(lines.length).toBeGreaterThan(3 + 9 * logins.length + 2);
    const aliases = hosts.map(({ alias }) => alias);
    const [others = '', ...ours] = user.settingsOfAll(['other', ...aliases]);
    expect(others.split('\n').slice(0, -1)).toEqual(other.slice(0, -1));
    for (const [at, { vmId, hostKeyAlias }] of hosts.entries()) {
      const settings = ours[at]?.split('\n');
      const expected = ['hostname 127.20.0.1', `hostkeyalias ${hostKeyAlias}`];
      expect([logins[Number(vmId)], settings]).toEqual([
        expect.anything(),
        expect.arrayContaining(expected),
      ]);
    }
    expect(existsSync(marker)).toBe(false);
  });
});
