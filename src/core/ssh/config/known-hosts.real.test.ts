import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { silentLog } from '../../log.ts';
import { makeHost } from '../testing/make-host.ts';
import { createKnownHosts } from './known-hosts.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBLpVwKIoeeZBOVwkDdVhhzXWSiVxNzoGqJPrCRFcNBr';
const HOST = makeHost({ hostKeyAlias: 'gpu-tray-vm-1' });

async function setup(text: string) {
  const folder = await temporaryFolder();
  const file = join(folder, 'known_hosts');
  await writeFile(file, text, { mode: 0o600 });
  const none = () => Promise.reject(new Error('ssh was started'));
  const knownHosts = createKnownHosts(file, silentLog, none, none);
  return { folder, ...knownHosts, text: () => readFile(file, 'utf8') };
}

describe('forget', () => {
  test('removes a thousand keys of ten thousand with one write and no process', async () => {
    const line = (n: number) => `gpu-tray-vm-${n} ${KEY}\n`;
    const lines = Array.from({ length: 10_000 }, (_, n) => line(n));
    const { forget, text, folder } = await setup(lines.join(''));
    await forget(Array.from({ length: 1_000 }, (_, n) => `gpu-tray-vm-${n}`));
    expect(await text()).toBe(lines.slice(1_000).join(''));
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

test('an unknown key needs no ssh', async () => {
  const { compareHostKey } = await setup('gpu-tray-vm-11 x y\n');
  expect(await compareHostKey(HOST)).toEqual({ state: 'unknown' });
});
