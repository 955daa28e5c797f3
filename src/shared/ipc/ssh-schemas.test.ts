import { describe, expect, test } from 'vitest';
import { sshLoginSchema, sshOption } from './ssh-schemas.ts';

describe('an option of ssh_config', () => {
  test.each([
    'ServerAliveInterval 30',
    'ProxyJump bastion.example.com',
    'LocalForward 8888 localhost:8888',
    'SetEnv LANG="C.UTF-8"',
    'Compression=yes',
    'StrictHostKeyChecking yes',
  ])('%j is one', (line) => {
    expect(sshOption.parse(`  ${line} `)).toBe(line);
  });

  test.each([
    'Host *',
    'host other',
    'Host=*',
    'Match all',
    'MATCH exec "x"',
    'Include ~/.ssh/other',
    'HostName 1.2.3.4',
    'HostKeyAlias other',
    'UserKnownHostsFile /dev/null',
    'LogLevel ERROR\nHost *',
    'LogLevel ERROR\rHost *',
    'LogLevel ERROR\u2028Host *',
    'LogLevel ERROR\0',
    'SetEnv A="b',
    '# a comment',
    'ServerAliveInterval',
    '"Host" *',
    '',
  ])('%j is none', (line) => {
    expect(sshOption.safeParse(line).success).toBe(false);
  });
});

describe('a login', () => {
  const open = { user: null, port: null, identityFile: null, options: [] };

  test.each(['~/.ssh/id_ed25519', '/home/lea/my keys/id', 'C:\\Users\\Lea Smith\\.ssh\\id'])(
    '%j is a key file',
    (identityFile) => {
      expect(sshLoginSchema.parse({ ...open, identityFile })).toMatchObject({ identityFile });
    },
  );

  test.each([
    ...['-oProxyCommand=x', 'a"b', 'a\nb', '', '\u202ea', ['~/$', '{KEY}'].join('')],
    ...['pkcs11:id=%01?module-path=/tmp/x.so', ' PKCS11:'],
  ])('%j is none', (identityFile) => {
    expect(sshLoginSchema.safeParse({ ...open, identityFile }).success).toBe(false);
  });

  test.each([{ user: '-l root' }, { user: 'a b' }, { port: 0 }, { port: 65_536 }, { shell: 'x' }])(
    '%j is refused',
    (part) => {
      expect(sshLoginSchema.safeParse({ ...open, ...part }).success).toBe(false);
    },
  );
});
