import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unpackAsar } from './unpack-asar.ts';

/** An archive as electron/asar writes it: two sizes, the header's size and its JSON, then the files. */
function archive(header: object, content: string): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const padded = Math.ceil(json.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(padded + 8, 4);
  head.writeUInt32LE(padded + 4, 8);
  head.writeUInt32LE(json.length, 12);
  json.copy(head, 16);
  return Buffer.concat([head, Buffer.from(content)]);
}

test('unpacks an archive, with the unpacked files in place and beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-asar-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'app.asar');
  const files = {
    'package.json': { size: 2, offset: '0' },
    out: { files: { 'main.js': { size: 4, offset: '2' } } },
    'native.node': { size: 6, unpacked: true },
  };
  await writeFile(path, archive({ files }, '{}main'));
  await mkdir(`${path}.unpacked`);
  await writeFile(join(`${path}.unpacked`, 'native.node'), 'native');

  const target = join(folder, 'resources', 'app.asar');
  unpackAsar(path, target);
  const read = (name: string) => readFile(join(folder, 'resources', name), 'utf8');
  expect(await read('app.asar/package.json')).toBe('{}');
  expect(await read('app.asar/out/main.js')).toBe('main');
  expect(await read('app.asar/native.node')).toBe('native');
  expect(await read('app.asar.unpacked/native.node')).toBe('native');
});
