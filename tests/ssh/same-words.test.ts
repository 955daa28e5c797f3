import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sshArguments } from '../../src/core/ssh/index.ts';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

const KEY_FILES = ['plain', 'a b', '100%', '100% b', "it's #1", 'back\\slash', 'é', '$x', '~'];

/** The name asked for is not the same, and only that. */
const withoutName = (lines: readonly string[]) => lines.filter((line) => !/^host /.test(line));

async function keyFiles({ home }: User): Promise<readonly string[]> {
  const files = KEY_FILES.map((name) => join(home, 'keys', name));
  for (const file of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  return [...files, ...KEY_FILES.map((name) => `~/keys/${name}`), 'a"b'];
}

test.each(['home', "ho me 100% o'neil"])(
  'from %s, the long command does what the name does, whatever the login',
  async (home) => {
    const user = await makeUser(home);
    await writeFile(user.config, 'Host *\n    ControlPath ~/cm-%r@%h:%p\n    ControlMaster auto\n');
    await user.include.add();
    const login = fc.record({
      user: fc.option(fc.constantFrom('ubuntu', 'a+b@corp', '-oProxyCommand=x', 'a b', '%r')),
      port: fc.option(fc.constantFrom(22, 2222, 70_000)),
      identityFile: fc.option(fc.constantFrom(...(await keyFiles(user)))),
      options: fc.subarray([
        'Compression yes',
        'ServerAliveInterval=3',
        'SetEnv A="b c"',
        'User bob',
        'user "carl"',
        'IdentityFile ~/other',
        'HashKnownHosts yes',
        'ForwardAgent yes',
        'LocalForward 1 localhost:2',
        'ControlPath none',
        'NoSuchKeyword yes',
        'Host *',
      ]),
    });
    await fc.assert(
      fc.asyncProperty(login, async (random) => {
        const [host] = await user.hear([makeVm('one', { login: random })]);
        if (host === undefined) throw new Error('a host was heard');
        const setup = user.ssh.setup();
        const byName = user.answer(sshArguments(host, setup) ?? []);
        const inFull = user.answer(sshArguments(host, { ...setup, isIncluded: false }) ?? []);
        expect(byName).toContain('hostkeyalias gpu-tray-vm-one');
        expect(withoutName(inFull)).toEqual(withoutName(byName));
      }),
      { numRuns: 60 },
    );
  },
);
