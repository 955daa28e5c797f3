import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const PROJECT = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(resolve(PROJECT, '.github', name), 'utf8');
const WORKFLOW = read('workflows/ci.yml');
const RELEASE = read('workflows/release.yml');

/** The part of a workflow about one job. */
function job(workflow: string, name: string): string {
  const [, rest = ''] = workflow.split(`\n  ${name}:\n`);
  return rest.split(/\n {2}\w+:\n/)[0] ?? '';
}

test.each(readdirSync(resolve(PROJECT, '.github/workflows')))(
  '%s pins every action by commit hash, and keeps no credentials',
  (name) => {
    const text = read(`workflows/${name}`);
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    const foreign = uses.filter((action) => !action.startsWith('./'));
    expect(foreign.length).toBeGreaterThan(2);
    for (const action of foreign) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
    expect(text.match(/persist-credentials: false/g)?.length).toBe(
      text.match(/actions\/checkout@/g)?.length,
    );
    expect(text).toMatch(/^permissions: \{\}$/m);
  },
);

test('the same action has the same commit hash everywhere', () => {
  const uses = [...`${WORKFLOW}${RELEASE}`.matchAll(/uses: ([\w-]+\/[\w-]+)@(\w+)/g)];
  const pins = new Set(uses.map(([, name, hash]) => `${name} ${hash}`));
  expect(pins.size).toBe(new Set(uses.map(([, name]) => name)).size);
});

test('only the job that publishes a release may write, and it sees no certificate', () => {
  expect(WORKFLOW).not.toMatch(/: write/);
  for (const name of ['test', 'build']) expect(job(RELEASE, name)).not.toMatch(/: write/);
  const publish = job(RELEASE, 'publish');
  expect([...publish.matchAll(/(\S+): write/g)].map(([, scope]) => scope)).toEqual([
    'contents',
    'id-token',
    'attestations',
  ]);
  expect(publish).not.toContain('secrets.');
});

test('a release is tested, built on three systems, and drafted with checksums, contents and attestations', () => {
  expect(RELEASE).toMatch(/^ {2}push:\n {4}tags: \['v\*'\]$/m);
  expect(job(RELEASE, 'test')).toContain('uses: ./.github/workflows/ci.yml');
  expect(WORKFLOW).toContain('workflow_call:');
  const build = job(RELEASE, 'build');
  expect(build).toMatch(/needs: test\n/);
  expect(build).toMatch(/os: \[ubuntu-[\d.]+, macos-\d+, windows-\d+\]/);
  const publish = job(RELEASE, 'publish');
  expect(publish).toMatch(/needs: build\n/);
  for (const part of ['SHA256SUMS', 'npm sbom', 'sbom-path:', 'actions/attest@', '--draft'])
    expect(publish).toContain(part);
});

test('the settings of a release are those that the build reads', () => {
  const build = job(RELEASE, 'build');
  const config = readFileSync(resolve(PROJECT, 'electron-builder.ts'), 'utf8');
  const docs = readFileSync(resolve(PROJECT, 'docs/release.md'), 'utf8');
  for (const name of ['GPU_TRAY_UPDATE_FEED'])
    for (const text of [build, config, docs]) expect(text).toContain(name);
  for (const name of ['homepage=', 'bugs.url=', 'repository.url='])
    for (const text of [build, docs]) expect(text).toContain(name);
  const secrets = [...build.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name ?? '');
  for (const name of secrets) expect(docs).toContain(`\`${name}\``);
});

test('Dependabot leaves the majors of Electron, and the versions held back', () => {
  const dependabot = read('dependabot.yml');
  expect(dependabot).toContain(
    "dependency-name: electron\n        update-types: ['version-update:semver-major']",
  );
  const held = readFileSync(resolve(PROJECT, 'docs/decisions/0002-versions-held-back.md'), 'utf8');
  const { devDependencies } = JSON.parse(readFileSync(resolve(PROJECT, 'package.json'), 'utf8'));
  for (const [, names = '', version] of held.matchAll(/^\| ([@\w/, -]+) \| (\d[\d.]+) \|/gm))
    for (const name of names.split(', ')) {
      expect(devDependencies[name]).toBe(version);
      expect(dependabot).toMatch(new RegExp(`dependency-name: '?${name}'?\n`));
    }
});

test('the tests run in the headless shell and in the full Chromium', () => {
  const { jobs } = parse(WORKFLOW);
  expect(jobs.test.strategy.matrix).toMatchObject({
    chromium: ['headless-shell'],
    include: [{ os: expect.stringContaining('ubuntu'), chromium: 'full' }],
  });
  const chosen = readFileSync(resolve(PROJECT, 'tests/chromium.ts'), 'utf8');
  for (const name of Object.keys(jobs.test.env)) expect(chosen).toContain(`['${name}'] === 'full'`);
});

test('the specs run in Electron on three systems, also on branches for it, without stopping the rest', () => {
  const { on, jobs } = parse(WORKFLOW);
  expect(on.push.branches).toEqual(['main', 'electron/**']);
  const { electron, test: others } = jobs;
  expect(electron['continue-on-error']).toBe(true);
  expect(electron.strategy).toEqual({
    'fail-fast': false,
    matrix: { os: others.strategy.matrix.os },
  });
  const steps = (of: { steps: readonly { run?: string }[] }) =>
    of.steps.map(({ run = '' }) => run).join('\n');
  for (const part of ['install-electron', 'openbox', 'xvfb-run', 'tests/e2e/playwright.config.ts'])
    expect(steps(electron)).toContain(part);
  expect(steps(others)).not.toContain('install-electron');
});

test('a rehearsal of a release builds without certificates, and publishes nothing', () => {
  const { on, jobs } = parse(RELEASE);
  expect(on).toHaveProperty('workflow_dispatch');
  const isRelease = "github.event_name == 'push'";
  expect(jobs.publish.if).toBe(isRelease);
  expect(jobs.build.environment).toBe(`$\{{ ${isRelease} && 'release' || 'rehearsal' }}`);
  const compare = jobs.build.steps.find(({ run = '' }: { run?: string }) =>
    run.includes('GITHUB_REF_NAME'),
  );
  expect(compare.if).toBe(isRelease);
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
