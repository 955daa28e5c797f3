import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { isProgram } from './is-program.ts';
import { onPath, pathFolders, programIn, variable } from './search.ts';

test('only folders that are the same wherever we stand count', () => {
  const env = { PATH: '.::bin:/opt/bin:/usr/bin:' };
  expect(pathFolders({ platform: 'linux', env })).toEqual(['/opt/bin', '/usr/bin']);
  const Path = '.;\\x;bin;"D:\\a b";C:/c;';
  expect(pathFolders({ platform: 'win32', env: { Path } })).toEqual(['D:\\a b', 'C:/c']);
  expect(pathFolders({ platform: 'darwin', env: {} })).toEqual([]);
});

test('a variable has one name, but on Windows', () => {
  const env = { SYSTEMROOT: 'D:\\Windows', EMPTY: '' };
  expect(variable({ platform: 'win32', env }, 'SystemRoot')).toBe('D:\\Windows');
  expect(variable({ platform: 'linux', env }, 'SystemRoot')).toBeNull();
  expect(variable({ platform: 'win32', env }, 'EMPTY')).toBeNull();
});

test('the first folder that has it counts', () => {
  const search = (platform: NodeJS.Platform, there: readonly string[]) => ({
    ...{ platform, env: { PATH: '/a:/b' } },
    isProgram: (path: string) => there.includes(path),
  });
  expect(onPath(search('linux', ['/b/ssh', '/a/scp']), 'ssh')).toBe('/b/ssh');
  expect(onPath(search('linux', ['ssh', './ssh']), 'ssh')).toBeNull();
  const windows = search('win32', ['D:\\b\\ssh.exe', 'C:\\c\\ssh.exe']);
  expect(programIn(['C:\\c', 'D:\\b'], 'ssh.exe', windows)).toBe('C:\\c\\ssh.exe');
});

// Windows runs by the name's ending, and lets few people make links.
test.runIf(process.platform !== 'win32')('a program is a file that may be run', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  await writeFile(at('plain'), '', { mode: 0o644 });
  await writeFile(at('runs'), '');
  await chmod(at('runs'), 0o755);
  await mkdir(at('folder'));
  await symlink(at('runs'), at('link'));
  await symlink(at('gone'), at('dangling'));
  const names = ['plain', 'runs', 'folder', 'link', 'dangling', 'gone'];
  expect(names.filter((name) => isProgram(at(name)))).toEqual(['runs', 'link']);
});
