import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import type { BoundedRun } from '../../run-with-timeout.ts';
import { PLAIN_LOGIN } from '../host.ts';
import { createKnownHosts } from './known-hosts.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr';
const HOST = {
  ...{ accountId: 'a', vmId: '1', alias: null, hostKeyAlias: 'gpu-tray-vm-1' },
  ...{ address: '127.20.0.1', login: PLAIN_LOGIN },
};

async function setup(text: string, run: BoundedRun = async () => ({ state: 'absent' })) {
  const folder = await temporaryFolder();
  const file = join(folder, 'known_hosts');
  await writeFile(file, text, { mode: 0o600 });
  const asked: (readonly string[])[] = [];
  const make = (tools: { keygen: string | null; keyscan: string | null }) =>
    createKnownHosts({
      ...{ file, log: silentLog, tools: () => ({ ssh: null, ...tools }) },
      run: (program, args) => {
        asked.push([program, ...args]);
        return run(program, args);
      },
    });
  return { folder, file, make, asked, text: () => readFile(file, 'utf8') };
}

const ALL = { keygen: 'ssh-keygen', keyscan: 'ssh-keyscan' };

describe('forgetting', () => {
  test('a thousand keys of ten thousand takes one write and no process', async () => {
    const line = (n: number) => `gpu-tray-vm-${n} ${KEY}\n`;
    const lines = Array.from({ length: 10_000 }, (_, n) => line(n));
    const { make, asked, text, folder } = await setup(lines.join(''));
    await make(ALL).forget(Array.from({ length: 1_000 }, (_, n) => `gpu-tray-vm-${n}`));
    expect(await text()).toBe(lines.slice(1_000).join(''));
    expect(asked).toEqual([]);
    expect(await readdir(folder)).toEqual(['known_hosts']);
  });

  test('takes whole names in any case, and leaves comments, marked lines and an open end', async () => {
    const kept = [
      `# gpu-tray-vm-1 ${KEY}\n`,
      '\n',
      `gpu-tray-vm-11 ${KEY}\r\n`,
      `@revoked gpu-tray-vm-1 ${KEY}\n`,
      `gpu-tray-vm-2 ${KEY}`,
    ];
    const gone = [`GPU-tray-VM-1 ${KEY}\n`, `x,gpu-tray-vm-1 ${KEY}\n`];
    const { make, text } = await setup([...gone, ...kept].join(''));
    await make({ keygen: null, keyscan: null }).forget(['gpu-tray-vm-1', '*', '']);
    expect(await text()).toBe(kept.join(''));
  });

  test('asks ssh-keygen where names are hashed', async () => {
    const { make, asked, file } = await setup(`|1|salt=|hash= ${KEY}\n`, async () => ({
      state: 'done',
      stdout: '',
    }));
    await make(ALL).forget(['gpu-tray-vm-1']);
    expect(asked).toEqual([['ssh-keygen', '-R', 'gpu-tray-vm-1', '-f', file]]);
  });
});

describe('a host that cannot be asked', () => {
  const STORED = `gpu-tray-vm-1 ${KEY}\n`;
  test.each([
    ['no ssh-keyscan', STORED, { ...ALL, keyscan: null }, 'absent', 'ssh-keyscan is missing'],
    ['ssh-keyscan that is gone', STORED, ALL, 'absent', 'ssh-keyscan is missing'],
    ['a late ssh-keyscan', STORED, ALL, 'late', 'ssh-keyscan did not answer in time'],
    [
      'hashed names, no ssh-keygen',
      '|1|a|b x\n',
      { ...ALL, keygen: null },
      'late',
      'ssh-keygen is missing',
    ],
    [
      'hashed names, a late ssh-keygen',
      '|1|a|b x\n',
      ALL,
      'late',
      'ssh-keygen did not answer in time',
    ],
  ] as const)('%s', async (_, text, tools, state, reason) => {
    const { make } = await setup(text, async () => ({ state }));
    expect(await make(tools).compareHostKey(HOST)).toEqual({ state: 'unasked', reason });
  });

  test('has no key stored: that is known without any program', async () => {
    const { make } = await setup(`gpu-tray-vm-11 ${KEY}\n`);
    const knownHosts = make({ keygen: null, keyscan: null });
    expect(await knownHosts.compareHostKey(HOST)).toEqual({ state: 'unknown' });
  });
});
