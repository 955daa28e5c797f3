import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sshLoginFields } from './ssh-schemas.ts';

const sshLoginSchema = z.strictObject(sshLoginFields);

describe('an SSH login', () => {
  const empty = { user: null, port: null, identityFile: null };

  test.each(['~/.ssh/id_ed25519', '/home/lea/my keys/id', 'C:\\Users\\Lea Smith\\.ssh\\id'])(
    'accepts the key file %j',
    (identityFile) => {
      expect(sshLoginSchema.parse({ ...empty, identityFile })).toMatchObject({ identityFile });
    },
  );

  test.each([
    ...['-oProxyCommand=x', 'a"b', 'a\nb', '', '\u202ea', ['~/$', '{KEY}'].join('')],
    ...['pkcs11:id=%01?module-path=/tmp/x.so', ' PKCS11:'],
  ])('rejects the key file %j', (identityFile) => {
    expect(sshLoginSchema.safeParse({ ...empty, identityFile }).success).toBe(false);
  });

  test.each([
    ...[{ user: '-l root' }, { user: 'a b' }, { port: 0 }, { port: 65_536 }],
    ...[{ options: [] }, { shell: 'x' }],
  ])('rejects %j', (part) => {
    expect(sshLoginSchema.safeParse({ ...empty, ...part }).success).toBe(false);
  });
});
