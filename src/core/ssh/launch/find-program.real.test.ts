import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { isProgram, onPath, pathFolders, programIn, variable } from './find-program.ts';

test('pathFolders keeps absolute folders only', () => {
  const env = { PATH: '.::bin:/opt/bin:/usr/bin:' };
  expect(pathFolders({ platform: 'linux', env })).toEqual(['/opt/bin', '/usr/bin']);
  const Path = '.;\\x;bin;"D:\\a b";C:/c;';
  expect(pathFolders({ platform: 'win32', env: { Path } })).toEqual(['D:\\a b', 'C:/c']);
  expect(pathFolders({ platform: 'darwin', env: {} })).toEqual([]);
});

test('variable ignores case on Windows only', () => {
  const env = { SYSTEMROOT: 'D:\\Windows', EMPTY: '' };
  expect(variable({ platform: 'win32', env }, 'SystemRoot')).toBe('D:\\Windows');
  expect(variable({ platform: 'linux', env }, 'SystemRoot')).toBeNull();
  expect(variable({ platform: 'win32', env }, 'EMPTY')).toBeNull();
});

test('the first folder that has the program wins', () => {
  const search = (platform: NodeJS.Platform, paths: readonly string[]) => ({
    ...{ platform, env: { PATH: '/a:/b' } },
    isProgram: (path: string) => paths.includes(path),
  });
  expect(onPath(search('linux', ['/b/ssh', '/a/scp']), 'ssh')).toBe('/b/ssh');
  expect(onPath(search('linux', ['ssh', './ssh']), 'ssh')).toBeNull();
  const windows = search('win32', ['D:\\b\\ssh.exe', 'C:\\c\\ssh.exe']);
  expect(programIn(['C:\\c', 'D:\\b'], 'ssh.exe', windows)).toBe('C:\\c\\ssh.exe');
});

// Windows has no executable bit, and restricts symbolic links.
test.runIf(process.platform !== 'win32')(
  'isProgram accepts executable files and links to them',
  async () => {
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
  },
);
