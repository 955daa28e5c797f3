import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const WORKFLOW = readFileSync(resolve(PROJECT, '.github/workflows/ci.yml'), 'utf8');

test('pins every action by commit hash', () => {
  const uses = [...WORKFLOW.matchAll(/uses: (.+)/g)].map(([, name]) => name);
  expect(uses.length).toBeGreaterThan(2);
  for (const name of uses) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
});

test('has read permission only', () => {
  expect(WORKFLOW).toMatch(/^permissions: \{\}$/m);
  expect(WORKFLOW).not.toMatch(/: write/);
});

if (process.platform === 'linux') {
  const listed = async (env: Readonly<Record<string, string>>) => {
    const script = /node (scripts\/\S+\.ts)/.exec(WORKFLOW)?.[1] ?? 'no script';
    const { stdout } = await promisify(execFile)(process.execPath, [resolve(PROJECT, script)], {
      cwd: PROJECT,
      env,
    });
    return stdout.split('\n').filter(Boolean);
  };

  test('installs what npm test requires', async () => {
    // A system without any of the programs.
    const packages = await listed({ PATH: '/nowhere', HOME: '/nowhere' });
    expect(new Set(packages).size).toBe(packages.length);
    expect(packages).toEqual(
      expect.arrayContaining(['gnome-keyring', 'dbus-daemon', 'openssh-client', 'xvfb', 'kitty']),
    );
  });
}
