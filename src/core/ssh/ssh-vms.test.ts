import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vm, VmLogin } from '../../shared/domain/vm.ts';
import { EMPTY_LOGIN } from '../../shared/ssh/ssh-state.ts';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import { vm } from '../monitor/testing/records.ts';
import { sshAddress, sshVmsOf } from './ssh-vms.ts';

const LOGINS = {
  all: EMPTY_LOGIN,
  accounts: { a: { ...EMPTY_LOGIN, user: 'lea' } },
  vms: { 'a/one': { ...EMPTY_LOGIN, port: 2222 } },
};

test('lists all VMs with their logins, except destroyed ones', () => {
  const vms = [vm('one'), vm('two', { status: 'stopped' }), vm('old', { status: 'destroyed' })];
  const found = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], LOGINS);
  expect(found.map(({ vmId, login }) => [vmId, login.user, login.port])).toEqual([
    ['one', 'lea', 2222],
    ['two', 'lea', null],
  ]);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'handles the VM id %s',
  (id) => {
    const vms = [vm(id)];
    const [found] = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], LOGINS);
    expect(structuredClone(found)).toMatchObject({ vmId: id, login: { user: 'lea', port: null } });
  },
);

const CLOUD = 'https://cloud.example/';
const named = (change: Partial<VmLogin> = {}): VmLogin => ({
  ...{ host: '203.0.113.9', port: 34_446, user: 'root', isShellOnly: false },
  ...change,
});

/** The VM with the login that its provider names. */
function seenWith(login: VmLogin | null, change: Partial<Vm> = {}, baseUrl = CLOUD) {
  const vms = [vm('one', { ipAddress: null, login, ...change })];
  const [found] = sshVmsOf([{ id: 'b', baseUrl, vms }], { ...LOGINS, accounts: {} });
  if (found === undefined) throw new Error('no VM');
  return found;
}

describe('with the login of a provider', () => {
  test('host, port and user are its own', () => {
    expect(seenWith(named())).toMatchObject({
      address: '203.0.113.9',
      login: { user: 'root', port: 34_446, identityFile: null },
    });
    expect(seenWith(null, { ipAddress: '203.0.113.7' }).address).toBeNull();
  });

  test.each([
    [named({ host: 'SSH.Cloud.Example', isShellOnly: true }), CLOUD, 'ssh.cloud.example'],
    [named({ host: '127.0.0.1' }), CLOUD, null],
    [named({ host: '127.0.0.1' }), 'http://127.0.0.1:1/', '127.0.0.1'],
    [named({ host: 'localhost' }), CLOUD, null],
    [named({ host: 'vm.localhost' }), CLOUD, null],
    [named({ host: 'localhost' }), 'http://127.0.0.1:1/', 'localhost'],
    [named({ host: '-oProxyCommand=x' }), CLOUD, null],
    [named({ port: 0 }), CLOUD, null],
    [named({ user: '-l' }), CLOUD, null],
  ])('%j of the service at %s has the address %s', (login, baseUrl, address) => {
    expect(seenWith(login, {}, baseUrl).address).toBe(address);
  });

  test('a shell through a proxy is marked', () => {
    expect(seenWith(named({ isShellOnly: true }))).toMatchObject({ isShellOnly: true });
    expect(seenWith(named())).not.toHaveProperty('isShellOnly');
  });

  test.each([
    ['another run has other host keys', true, '20260601t120000z'],
    ['all runs have the same host keys', false, undefined],
  ])('its run is told where %s', (_, hasRunKeys, run) => {
    const vm = { startedAt: '2026-06-01T12:00:00.123Z', hasRunKeys };
    expect(seenWith(named(), vm).run).toBe(run);
    expect(seenWith(named(), { ...vm, startedAt: null }).run).toBeUndefined();
  });
});

const PASSING = [
  '203.0.113.7',
  '126.255.255.255',
  '128.0.0.0',
  '223.255.255.255',
  '2001:db8::1',
  'fe80::1',
  '::ffff:203.0.113.7',
];

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'];

const NEVER = [
  // Options, tokens, patterns and numbers that OpenSSH or a resolver accepts.
  '-oProxyCommand=touch /tmp/x',
  '%h',
  '*',
  '!1.2.3.4',
  '2130706433',
  '0x7f000001',
  '127.1',
  'vm.example.com',
  '[2001:db8::1]',
  // Extra or invisible characters.
  '',
  '1.2.3.4 ',
  '1.2.3.4\n',
  '1.2.3.4\nProxyCommand x',
  '\u202e4.3.2.1',
  '１.2.3.4',
  '$(id)',
  // ssh expands zones.
  'fe80::1%eth0',
  '2001:db8::1%$(id)',
  // Unspecified, multicast, broadcast and reserved addresses.
  '0.0.0.0',
  '::',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '::ffff:0.0.0.0',
  '::ffff:224.0.0.1',
  '::ffff:255.255.255.255',
  // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1).
  '::127.0.0.1',
  '::2',
];

describe('sshAddress', () => {
  test.each(PASSING)('accepts %j', (address) => {
    expect(sshAddress(address, false)).toBe(address);
    expect(sshAddress(address, true)).toBe(address);
  });

  test.each(LOOPBACK)('accepts %j only for a loopback service', (address) => {
    expect(sshAddress(address, false)).toBeNull();
    expect(sshAddress(address, true)).toBe(address);
  });

  test.each(NEVER)('rejects %j', (address) => {
    expect(sshAddress(address, false)).toBeNull();
    expect(sshAddress(address, true)).toBeNull();
  });

  test('returns only unchanged IP addresses', () => {
    const nearly = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.string(),
      fc.string({ unit: ANY_CHARACTER }),
      fc.tuple(fc.ipV6(), fc.string()).map(([address, zone]) => `${address}%${zone}`),
      fc.tuple(fc.string(), fc.ipV4(), fc.string()).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(nearly, fc.boolean(), (text, isLoopback) => {
        const address = sshAddress(text, isLoopback);
        if (address === null) return;
        expect(address).toBe(text);
        expect(isIP(address)).not.toBe(0);
        expect(address).toMatch(/^[0-9A-Fa-f.:]+$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test('rejects a forbidden IPv4 address in every IPv6 form', () => {
    const part = fc.integer({ min: 0, max: 255 });
    const first = fc.oneof(fc.constant(0), fc.constant(127), fc.integer({ min: 224, max: 255 }));
    fc.assert(
      fc.property(first, part, part, part, (a, b, c, d) => {
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
        const forms = [
          `${a}.${b}.${c}.${d}`,
          `::ffff:${a}.${b}.${c}.${d}`,
          `::FFFF:${hex(a, b)}:${hex(c, d)}`,
          `0:0:0:0:0:ffff:${hex(a, b)}:${hex(c, d)}`,
          `::${a}.${b}.${c}.${d}`,
        ];
        for (const form of forms) expect([form, sshAddress(form, false)]).toEqual([form, null]);
      }),
    );
  });
});
