import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sshArguments } from '../../src/core/ssh/index.ts';
import { makeVm } from './make-vm.ts';
import { makeUser, type User } from './user.ts';

const KEY_FILES = ['plain', 'a b', '100%', '100% b', "it's #1", 'back\\slash', 'é', '$x', '~'];

/** Only the host itself may differ. */
const withoutHost = (lines: readonly string[]) => lines.filter((line) => !/^host /.test(line));

async function keyFiles({ home }: User): Promise<readonly string[]> {
  const files = KEY_FILES.map((name) => join(home, 'keys', name));
  for (const file of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  return [...files, ...KEY_FILES.map((name) => `~/keys/${name}`), 'a"b'];
}

test('the long command has the same settings as the alias, whatever the login', async () => {
  const user = await makeUser("ho me 100% o'neil");
  await writeFile(user.config, 'Host *\n    ControlPath ~/cm-%r@%h:%p\n    ControlMaster auto\n');
  await user.include.add();
  const login = fc.record({
    user: fc.option(fc.constantFrom('ubuntu', 'a+b@corp', '-oProxyCommand=x', 'a b', '%r')),
    port: fc.option(fc.constantFrom(22, 2222, 70_000)),
    identityFile: fc.option(fc.constantFrom(...(await keyFiles(user)))),
  });
  const logins = fc.sample(login, 15);
  const hosts = await user.update(logins.map((random, n) => makeVm(`${n}`, { login: random })));
  expect(hosts).toHaveLength(logins.length);
  const setup = user.ssh.setupFor(true);
  for (const host of hosts) {
    const byAlias = user.answer(sshArguments(host, setup) ?? []);
    const inFull = user.answer(sshArguments(host, { ...setup, isIncluded: false }) ?? []);
    expect(byAlias).toContain(`hostkeyalias ${host.hostKeyAlias}`);
    expect(withoutHost(inFull)).toEqual(withoutHost(byAlias));
  }
});
