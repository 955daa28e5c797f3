import { expect, test } from 'vitest';
import { type IncludeTarget, includeLine, meansOurFile } from './include-line.ts';

function target(folder: string, more: Partial<IncludeTarget> = {}): IncludeTarget {
  return { folder, home: '/home/ann', accountHome: '/home/ann', platform: 'linux', ...more };
}

test.each([
  ['/home/ann/.ssh/gpu-tray', 'Include ~/.ssh/gpu-tray/config'],
  ['/home/ann/my apps/ssh', 'Include "~/my apps/ssh/config"'],
  ['/srv/x y/ssh', 'Include "/srv/x y/ssh/config"'],
  ['/srv/a[b]*?/ssh', 'Include "/srv/a[[]b][*][?]/ssh/config"'],
  ['/srv/100%/$x/ssh', 'Include "/srv/100?/?x/ssh/config"'],
])('the folder %j is %j', (folder, line) => {
  expect(includeLine(target(folder))).toBe(line);
});

test('ssh’s ~ is the account’s home, so that another $HOME is written out', () => {
  const elsewhere = target('/tmp/home/.ssh/gpu-tray', { home: '/tmp/home' });
  expect(includeLine(elsewhere)).toBe('Include /tmp/home/.ssh/gpu-tray/config');
});

test('Windows paths have / in them', () => {
  const windows = target('C:\\Users\\Ann Lee\\.ssh\\gpu-tray', {
    home: 'C:\\Users\\Ann Lee',
    accountHome: 'C:\\Users\\Ann Lee',
    platform: 'win32',
  });
  expect(includeLine(windows)).toBe('Include ~/.ssh/gpu-tray/config');
  expect(meansOurFile('c:/users/ann lee/.ssh/gpu-tray/config', windows)).toBe(true);
});

test.each(['a\nb', 'a"b', 'a\u2028b'])('a folder of %j has no line', (name) => {
  expect(includeLine(target(`/srv/${name}`))).toBeNull();
});

test.each([
  ['~/.ssh/gpu-tray/config', true],
  ['gpu-tray/config', true],
  ['/home/ann/.ssh/gpu-tray/config', true],
  ['/home/ann/.ssh/./gpu-tray//config', true],
  ['~/.ssh/gpu-tray/config2', false],
  ['~bob/.ssh/gpu-tray/config', false],
  ['config', false],
])('%j means our file: %s', (argument, ours) => {
  expect(meansOurFile(argument, target('/home/ann/.ssh/gpu-tray'))).toBe(ours);
});
