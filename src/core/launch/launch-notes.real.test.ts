import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ORDER } from '../../shared/launch/testing/launch.ts';
import { FileError } from '../files/index.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { addNote, changeNote, type LaunchNote, readLaunches, readNotes } from './launch-notes.ts';

const NOTE: LaunchNote = {
  ...{ id: 'note', account: 'mine', sentAt: 0, mark: '12345678', order: ORDER },
  ...{ confirmedPerHour: 2, stopLater: null, vmId: null, phase: 'sent', before: null },
};

async function folderWith(content: unknown): Promise<string> {
  const folder = await temporaryFolder();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(folder, 'launches.json'), text);
  return folder;
}

const contentOf = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'launches.json'), 'utf8'));

test('reads no notes where there is no file', async () => {
  const folder = await temporaryFolder();
  expect(await readNotes(folder, 'mine')).toEqual([]);
  await addNote(folder, NOTE);
  expect(await readNotes(folder, 'mine')).toEqual([NOTE]);
});

test.each<[string, unknown]>([
  ['of a newer version', { version: 2, launches: [] }],
  ['that is no JSON', '{"version": 1, "launches": ['],
  ['with a note of nobody', { version: 1, launches: [{ ...NOTE, account: 1 }] }],
  ['with a damaged note', { version: 1, launches: [{ ...NOTE, before: 7 }] }],
  ['with an unknown field in its note', { version: 1, launches: [{ ...NOTE, later: 1 }] }],
])('refuses a file %s, and changes nothing', async (_, content) => {
  const folder = await folderWith(content);
  await expect(readNotes(folder, 'mine')).rejects.toThrow(/^Nothing was sent: .*Update GPU Tray/);
  await changeNote(folder, { ...NOTE, id: 'other' }, null);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  expect((await readFile(join(folder, 'launches.json'), 'utf8')).trim()).toBe(text);
});

test('refuses a folder in the place of the file', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'launches.json'));
  const refused = expect(readNotes(folder, 'mine')).rejects;
  await refused.toThrow(/it is not a regular file\. Move it away\.$/);
  await expect(readLaunches(folder)).rejects.toThrow(FileError);
});

test('keeps the fields of a newer version, the notes of other accounts and the newest hundred that ended', async () => {
  const other = { ...NOTE, id: 'other', account: 'theirs' };
  const ended = Array.from({ length: 101 }, (_, id) => ({ ...NOTE, id: `${id}`, phase: 'ended' }));
  const file = { version: 1, launches: [other, ...ended], later: true };
  const folder = await folderWith(file);
  expect(await readNotes(folder, 'mine')).toEqual([]);
  await addNote(folder, NOTE);
  expect(await readNotes(folder, 'mine')).toEqual([NOTE]);
  await changeNote(folder, NOTE, null);
  expect(await contentOf(folder)).toEqual({ ...file, launches: [other, ...ended.slice(1)] });
});
