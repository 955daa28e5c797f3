import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sshAddress } from './ssh-address.ts';
import { sshCommand } from './ssh-command.ts';

test.each([
  ['203.0.113.7', { user: null, port: null }, 'ssh 203.0.113.7'],
  ['203.0.113.7', { user: 'ubuntu', port: null }, 'ssh ubuntu@203.0.113.7'],
  ['203.0.113.7', { user: null, port: 2222 }, 'ssh -p 2222 203.0.113.7'],
  ['2001:db8::1', { user: 'root', port: 22 }, 'ssh -p 22 root@2001:db8::1'],
])('%s with %j is %j', (address, login, command) => {
  expect(sshCommand(address, login)).toBe(command);
});

test('made of what the gate and the settings let pass, it needs no quotes in any shell', () => {
  // The settings' own pattern for a user.
  const user = fc.option(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/));
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }));
  const address = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => sshAddress(text, true) !== null);
  fc.assert(
    fc.property(address, user, port, (to, name, number) => {
      const words = sshCommand(to, { user: name, port: number }).split(' ');
      for (const word of words) expect(word).toMatch(/^[0-9A-Za-z.:@_/-]+$/);
      expect(words.at(-1)).not.toMatch(/^-/);
    }),
  );
});
