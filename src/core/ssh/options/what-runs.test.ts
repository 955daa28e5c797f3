import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sshOptionProblem } from '../../../shared/domain/index.ts';
import { runningOption } from './what-runs.ts';

const where = (option: string) => runningOption(option)?.where ?? 'nothing';

/** One way to write an option in each of the forms that ssh takes. */
const forms = (keyword: string, value: string) =>
  [keyword, keyword.toLowerCase(), keyword.toUpperCase()].flatMap((name) => [
    `${name} ${value}`,
    `${name}=${value}`,
    `${name} = ${value}`,
    `${name}\t${value}`,
    `  ${name}   ${value}  `,
    `${name} "${value}"`,
  ]);

describe('what runs or loads something on this computer', () => {
  test.each([
    ['ProxyCommand', 'nc -X connect %h %p'],
    ['LocalCommand', 'notify-send in'],
    ['PermitLocalCommand', 'yes'],
    ['KnownHostsCommand', '/usr/bin/keys %H'],
    ['PKCS11Provider', '/usr/lib/opensc-pkcs11.so'],
    ['SmartcardDevice', '/usr/lib/opensc-pkcs11.so'],
    ['SecurityKeyProvider', '/usr/lib/libsk.so'],
    ['XAuthLocation', '/usr/bin/xauth'],
    ['ProxyJump', '$(x)@bastion'],
    ['User', '$(x)'],
    ['IdentityFile', 'pkcs11:id=%01?module-path=/usr/lib64/pkcs11/opensc-pkcs11.so'],
    ['IdentityFile2', 'pkcs11:?module-path=/tmp/x.so'],
  ])('%s', (keyword, value) => {
    for (const option of forms(keyword, value)) {
      expect([option, sshOptionProblem(option), where(option)]).toEqual([option, null, 'here']);
    }
  });

  test('what runs on the VM, and what nobody knows', () => {
    for (const option of forms('RemoteCommand', 'tmux attach'))
      expect([option, where(option)]).toEqual([option, 'onVm']);
    for (const option of forms('CommandOfALaterSsh', 'x'))
      expect([option, where(option)]).toEqual([option, 'unknown']);
  });

  test.each(['"ProxyCommand" x', 'ProxyCommand', '', '#ProxyCommand x'])(
    '%j, which is no option, is none that is known',
    (option) => {
      expect(where(option)).toBe('unknown');
    },
  );
});

describe('what runs nothing', () => {
  test.each([
    'ProxyCommand none',
    'proxycommand=NONE',
    'LocalCommand none',
    'KnownHostsCommand none',
    'RemoteCommand none',
    'PKCS11Provider none',
    'SecurityKeyProvider internal',
    'PermitLocalCommand no',
    'ProxyJump none',
    'ProxyJump bastion.example.com',
    'ProxyJump lea@bastion:2222,[2001:db8::1]:22,ssh://ops@10.0.0.1/',
    'User ubuntu',
    'User lea@corp',
    'Compression yes',
    'SERVERALIVEINTERVAL=30',
    'LocalForward 8888 localhost:8888',
    'SetEnv LANG="C.UTF-8"',
    'StrictHostKeyChecking yes',
    'IgnoreUnknown ProxyCommand*',
    'UseKeychain yes',
    'IdentityFile ~/.ssh/id_ed25519',
    'IdentityFile "~/my keys/pkcs11:id"',
    'IdentityFile none',
    // Only an identity may be such a URI.
    'CertificateFile pkcs11:x',
  ])('%s', (option) => {
    expect(sshOptionProblem(option)).toBeNull();
    expect(where(option)).toBe('nothing');
  });

  test.each([
    'ProxyCommand none; x',
    'ProxyCommand "none"',
    'ProxyCommand none x',
    'PermitLocalCommand no yes',
    'PermitLocalCommand "yes"',
    'SecurityKeyProvider $PROVIDER',
    'XAuthLocation none',
    'ProxyJump bastion;x',
    'ProxyJump a,b@$(x)',
    'ProxyJump `x`',
    'ProxyJump -oProxyCommand=x',
    'ProxyJump ssh://a@b|x',
    'ProxyJump %h',
    'User x;y',
    'User -x',
    'User "a b"',
    'IdentityFile PKCS11:x',
    'IdentityFile "   pkcs11:x"',
    'IdentityFile pk"cs11:x"',
    "IdentityFile 'pkcs11:x'",
    "IdentityFile pkcs''11:x",
    'IdentityFile \\ pkcs11:x',
  ])('and what only looks like it does: %s', (option) => {
    expect(where(option)).toBe('here');
  });
});

test('it is shown as our configuration holds it', () => {
  expect(runningOption(' ProxyCommand=nc  %h %p ')?.line).toEqual(['ProxyCommand', 'nc  %h %p']);
});

test('a plain jump or user holds nothing that a shell would act on', () => {
  const option = fc.tuple(
    fc.constantFrom('ProxyJump', 'User'),
    fc.string({ unit: fc.constantFrom(...'ab1.-_@:,/[]%$`;|&<>(){}"\'\\ *?~!#'), minLength: 1 }),
  );
  fc.assert(
    fc.property(option, ([keyword, value]) => {
      const line = `${keyword} ${value}`;
      if (sshOptionProblem(line) !== null || runningOption(line) !== null) return;
      expect(value.trim()).not.toMatch(/[$`;|&<>(){}"'\\ *?~!#%]|(^|[@,])-/);
    }),
    { numRuns: 2_000 },
  );
});
