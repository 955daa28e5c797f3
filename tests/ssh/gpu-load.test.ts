import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SshHost } from '../../src/core/ssh/index.ts';
import { makeKey } from './host-keys.ts';
import { makeVm } from './make-vm.ts';
import { freeEndpoint, startSshd } from './sshd.ts';
import { makeUser, type User } from './user.ts';

const FIGURES = '0, 97, 70123, 81559, 64, 395.12\n1, [N/A], 4, 81559, 31, [Not Supported]';
const READ = [
  { index: 0, load: 97, memoryUsed: 70_123, memoryTotal: 81_559, temperature: 64, power: 395.12 },
  { index: 1, load: null, memoryUsed: 4, memoryTotal: 81_559, temperature: 31, power: null },
];

interface VmOptions {
  /** Shell script that stands in for nvidia-smi; null: none is installed. */
  readonly program: string | null;
  readonly config?: readonly string[];
  /** The user's key is not accepted. */
  readonly isStranger?: boolean;
}

/** A VM with a real sshd and a stand-in for nvidia-smi, in our SSH files. */
async function runningVm(user: User, { program, config = [], isStranger = false }: VmOptions) {
  const endpoint = await freeEndpoint();
  const bin = join(user.folder, 'bin');
  await mkdir(bin, { recursive: true });
  const file = join(bin, 'nvidia-smi');
  const install = async (script: string) => {
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  };
  if (program !== null) await install(program);
  const stop = await startSshd({
    ...{ folder: user.folder, endpoint },
    hostKey: makeKey(user.folder, `host_key_${endpoint.port}`),
    userKey: isStranger ? makeKey(user.folder, 'other_key') : user.key,
    config,
    path: `${bin}:/usr/bin:/bin`,
  });
  const login = { user: null, port: endpoint.port, identityFile: user.key.file };
  const [host] = await user.update([makeVm('one', { address: endpoint.address, login })]);
  if (host === undefined) throw new Error('no host was written');
  onTestFinished(() => user.ssh.gpus.close(host));
  return { host, stop, install };
}

const never = new AbortController().signal;
const ask = (user: User, host: SshHost) => user.ssh.gpus.ask(host, never);

/** The sockets of open connections. */
async function connections(user: User): Promise<readonly string[]> {
  const names = await readdir(user.ours);
  return names.filter((name) => /^load-[0-9a-f]{12}$/.test(name));
}

async function closed(user: User, host: SshHost): Promise<void> {
  await user.ssh.gpus.close(host);
  await expect.poll(() => connections(user)).toEqual([]);
}

test('a VM is asked over one connection, and a program that is missing, fails, or prints something else is reported', async () => {
  const user = await makeUser();
  const { host, install } = await runningVm(user, { program: null });
  expect(await ask(user, host)).toEqual('noProgram');
  const log = join(user.folder, 'asked');
  for (const [program, answer] of [
    [`echo "$SSH_CONNECTION $*" >> '${log}'\necho '${FIGURES}'`, READ],
    ['echo "0, 1, 2, 3, 4, 5"; exit 9', 'programFailed'],
    ['head -c 4000 /dev/urandom', 'unreadable'],
    ['yes "0, 1, 2, 3, 4, 5"', 'unreadable'],
    [`echo "$SSH_CONNECTION $*" >> '${log}'\necho '${FIGURES}'`, READ],
  ] as const) {
    await install(program);
    expect([program, await ask(user, host)]).toEqual([program, answer]);
  }
  const [first, ...others] = (await readFile(log, 'utf8')).trim().split('\n');
  expect(others).toEqual([first]);
  expect(first).toMatch(
    /\d --query-gpu=index,utilization\.gpu,memory\.used,memory\.total,temperature\.gpu,power\.draw --format=csv,noheader,nounits$/,
  );
  expect(await connections(user)).toHaveLength(1);
});

test.each<[string, VmOptions, string]>([
  ['another key', { program: 'true', isStranger: true }, 'denied'],
  [
    'passwords only',
    { program: 'true', config: ['PubkeyAuthentication no', 'PasswordAuthentication yes'] },
    'passwordOnly',
  ],
])('a VM with %s', async (_, options, problem) => {
  const user = await makeUser();
  const { host } = await runningVm(user, options);
  expect(await ask(user, host)).toEqual(problem);
});

test('a changed host key is refused', async () => {
  const user = await makeUser();
  const { host, stop } = await runningVm(user, { program: `echo '${FIGURES}'` });
  expect(await ask(user, host)).toEqual(READ);
  await closed(user, host);
  const known = join(user.ours, 'known_hosts');
  const other = makeKey(user.folder, 'impostor').publicKey;
  await writeFile(known, `${host.hostKeyAlias} ${other}`);
  expect(await ask(user, host)).toEqual('hostKey');
  await stop();
  expect(await ask(user, host)).toEqual('unreachable');
});

test('nothing prompts, is forwarded, runs here or shares the user’s connection, whatever the SSH config says', async () => {
  const user = await makeUser('ho me 100%');
  const marker = join(user.folder, 'ran');
  const asked = join(user.folder, 'askpass');
  await writeFile(asked, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
  await writeFile(
    user.config,
    `Host gpu-*\n  PermitLocalCommand yes\n  LocalCommand touch ${marker}\n  RemoteCommand touch ${marker}\n  ForwardAgent yes\n  RequestTTY force\n  LocalForward 127.0.0.1:1 127.0.0.1:1\n  ExitOnForwardFailure yes\n`,
  );
  await user.include.add();
  const log = join(user.folder, 'asked');
  const program = `echo "$SSH_CONNECTION" >> '${log}'; test -z "$SSH_AUTH_SOCK$DISPLAY" && ! test -t 0 && echo '${FIGURES}'`;
  const { host } = await runningVm(user, { program });
  for (let count = 0; count < 2; count += 1) expect(await ask(user, host)).toEqual(READ);
  const [first, ...others] = (await readFile(log, 'utf8')).trim().split('\n');
  expect(others).toEqual([first]);
  expect(await connections(user)).toHaveLength(1);
  expect(user.control('gpu-one', 'check')).not.toBe(0);
  await closed(user, host);
  expect(await ask(user, host)).toEqual(READ);
  expect(existsSync(marker)).toBe(false);
});

test('a hanging VM ends with its signal, and what ssh had started ends too', async () => {
  const user = await makeUser();
  const silent = createServer(() => {});
  const { address, port } = await freeEndpoint();
  await new Promise<void>((resolve) => silent.listen(port, address, resolve));
  onTestFinished(() => void silent.close());
  const pid = join(user.folder, 'pid');
  await writeFile(
    user.config,
    `Host gpu-*\n  ProxyCommand sh -c 'echo $$ > ${pid}; exec sleep 60'\n`,
  );
  await user.include.add();
  const login = { user: null, port, identityFile: null };
  const [host] = await user.update([makeVm('one', { address, login })]);
  if (host === undefined) throw new Error('no host was written');
  const controller = new AbortController();
  const answer = user.ssh.gpus.ask(host, controller.signal);
  await expect.poll(() => existsSync(pid)).toBe(true);
  const started = Number(await readFile(pid, 'utf8'));
  expect(() => process.kill(started, 0)).not.toThrow();
  controller.abort();
  expect(await answer).toEqual('timeout');
  await expect.poll(() => readFile(`/proc/${started}/cmdline`, 'utf8').catch(() => '')).toBe('');
});
