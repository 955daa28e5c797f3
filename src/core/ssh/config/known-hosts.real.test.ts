import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import type { RunOutcome } from '../../run-with-timeout.ts';
import { createKnownHosts } from './known-hosts.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr';
const HOST = {
  ...{ accountId: 'a', vmId: '1', alias: 'gpu-one', hostKeyAlias: 'gpu-tray-vm-1' },
  ...{ address: '127.20.0.1', login: EMPTY_LOGIN },
};

async function setup(text: string, outcome: RunOutcome = { state: 'absent' }) {
  const folder = await temporaryFolder();
  const file = join(folder, 'known_hosts');
  await writeFile(file, text, { mode: 0o600 });
  const started: (readonly string[])[] = [];
  const knownHosts = createKnownHosts(
    file,
    async (program, args) => {
      started.push([program, ...args]);
      return outcome;
    },
    silentLog,
  );
  return { folder, ...knownHosts, started, text: () => readFile(file, 'utf8') };
}

describe('forget', () => {
  test('removes a thousand keys of ten thousand with one write and no process', async () => {
    const line = (n: number) => `gpu-tray-vm-${n} ${KEY}\n`;
    const lines = Array.from({ length: 10_000 }, (_, n) => line(n));
    const { forget, started, text, folder } = await setup(lines.join(''));
    await forget(Array.from({ length: 1_000 }, (_, n) => `gpu-tray-vm-${n}`));
    expect(await text()).toBe(lines.slice(1_000).join(''));
    expect(started).toEqual([]);
    expect(await readdir(folder)).toEqual(['known_hosts']);
  });

  test('ignores case, matches whole names, and keeps comments, marked lines and a missing newline', async () => {
    const kept = [
      `# gpu-tray-vm-1 ${KEY}\n`,
      '\n',
      `gpu-tray-vm-11 ${KEY}\r\n`,
      `@revoked gpu-tray-vm-1 ${KEY}\n`,
      `|1|salt=|hash= ${KEY}\n`,
      `gpu-tray-vm-2 ${KEY}`,
    ];
    const removed = [`GPU-tray-VM-1 ${KEY}\n`, `x,gpu-tray-vm-1 ${KEY}\n`];
    const { forget, text } = await setup([...removed, ...kept].join(''));
    await forget(['gpu-tray-vm-1', '*']);
    expect(await text()).toBe(kept.join(''));
  });
});

describe('compareHostKey', () => {
  test('reads the stored key, then scans the address and port of the VM', async () => {
    const line = `gpu-tray-vm-1 ${KEY}\n`;
    const { compareHostKey, started } = await setup(`# x\ngpu-tray-vm-11 x y\n${line}`, {
      state: 'done',
      stdout: line,
    });
    const login = { ...EMPTY_LOGIN, port: 2222 };
    expect(await compareHostKey({ ...HOST, login })).toEqual({ state: 'same' });
    expect(started).toEqual([
      ['ssh-keyscan', '-T', '5', '-p', '2222', '-t', 'ssh-ed25519', '--', '127.20.0.1'],
    ]);
  });

  test.each([
    ['absent', 'ssh-keyscan is missing'],
    ['late', 'ssh-keyscan timed out'],
  ] as const)('ssh-keyscan that is %s is reported', async (state, reason) => {
    const { compareHostKey } = await setup(`gpu-tray-vm-1 ${KEY}\n`, { state });
    expect(await compareHostKey(HOST)).toEqual({ state: 'unasked', reason });
  });

  test('needs no program while no key is stored at all', async () => {
    const { compareHostKey } = await setup('');
    expect(await compareHostKey(HOST)).toEqual({ state: 'unknown' });
  });
});
