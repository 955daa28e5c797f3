import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const WORKFLOW = readFileSync(resolve(PROJECT, '.github/workflows/ci.yml'), 'utf8');

test('every action is pinned by the hash of its commit', () => {
  const uses = [...WORKFLOW.matchAll(/uses: (.+)/g)].map(([, name]) => name);
  expect(uses.length).toBeGreaterThan(2);
  for (const name of uses) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
});

test('it may do nothing but read', () => {
  expect(WORKFLOW).toMatch(/^permissions: \{\}$/m);
  expect(WORKFLOW).not.toMatch(/: write/);
});

// Nobody but Linux has Debian packages.
if (process.platform === 'linux') {
  const listed = async (env: Readonly<Record<string, string>>) => {
    const script = /node (tests\/run\/\S+\.ts)/.exec(WORKFLOW)?.[1] ?? 'no script';
    const { stdout } = await promisify(execFile)(process.execPath, [resolve(PROJECT, script)], {
      cwd: PROJECT,
      env,
    });
    return stdout.split('\n').filter(Boolean);
  };

  test('what it installs is what npm test asks for', async () => {
    // A system on which no program is found.
    const packages = await listed({ PATH: '/nowhere', HOME: '/nowhere' });
    expect(new Set(packages).size).toBe(packages.length);
    expect(packages).toEqual(
      expect.arrayContaining(['gnome-keyring', 'dbus-daemon', 'openssh-client', 'xvfb', 'kitty']),
    );
  });

  test('and nothing where all of it is there', async () => {
    expect(await listed({ ...process.env, PATH: process.env['PATH'] ?? '' })).toEqual([]);
  });
}
