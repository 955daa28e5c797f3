import { expect, test } from 'vitest';
import { leftOut } from './platforms.ts';

test('on Linux everything runs', () => {
  expect(leftOut('linux')).toEqual({ projects: [], files: [], reason: null });
});

test.each(['darwin', 'win32'] as const)('on %s what is left out is told', (platform) => {
  const { projects, files, reason } = leftOut(platform);
  expect(projects).toEqual(expect.arrayContaining(['keyring', 'ssh', 'terminals', 'contract']));
  for (const name of [...projects, ...files]) expect(reason).toContain(name);
});

test('on Windows the tests that write scripts of sh are left out, and those alone', () => {
  const { files } = leftOut('win32');
  expect(files).toContain('src/cli/ssh/run-ssh.test.ts');
  expect(files).toContain('src/core/app/ssh/launcher.test.ts');
  expect(files).not.toContain('src/core/settings/settings-file.test.ts');
  expect(files.length).toBeLessThan(12);
  expect(leftOut('darwin').files).toEqual([]);
});
