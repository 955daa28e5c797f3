import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { configArguments, configPath, configWord } from './config-words.ts';

test('configArguments names the config only where ssh would not find it', async () => {
  const folder = await temporaryFolder();
  const link = join(folder, 'link');
  await symlink(folder, link);
  for (const home of [folder, `${folder}/`, link, `${link}/.`])
    expect(configArguments({ home, accountHome: folder })).toEqual([]);
  expect(configArguments({ home: '/nowhere/ann/', accountHome: '/nowhere/ann' })).toEqual([]);
  expect(configArguments({ home: '/home/ann', accountHome: '/home/ann' })).toEqual([]);
  expect(configArguments({ home: '/tmp/h', accountHome: '/home/ann' })).toEqual([
    '-F',
    '/tmp/h/.ssh/config',
  ]);
});

describe('configPath and configWord', () => {
  test.each([
    ['/a b/c', 'linux', '"/a b/c"'],
    ['/100%/%h', 'linux', '/100%%/%%h'],
    ["/o'brien", 'linux', '"/o\'brien"'],
    ['/a#b', 'linux', '"/a#b"'],
    ['/a\\b', 'linux', '"/a\\\\b"'],
    ['C:\\Users\\A B\\x', 'win32', '"C:/Users/A B/x"'],
  ] as const)('the path %j on %s is %s', (path, platform, word) => {
    expect(configPath(path, platform)).toBe(word);
  });

  test.each(['', 'a"b', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a\x85b', 'a\tb'])(
    'refuse %j',
    (value) => {
      expect(configWord(value)).toBeNull();
      expect(configPath(value, 'linux')).toBeNull();
    },
  );

  test('refuse a variable, which ssh would expand', () => {
    expect(configPath(`/a/$${'{'}HOME}`, 'linux')).toBeNull();
  });
});
