import { expect, test } from 'vitest';
import { electronBinary } from '../electron.ts';
import { planTests } from './plan.ts';
import { BROWSER, installHint, SSH } from './requirements.ts';

const paths = (plan: ReturnType<typeof planTests>) => plan.leftOut.map(({ path }) => path);
const inTests = (name: string) => `tests/${name}`;

test('runs everything on a Linux with all requirements', () => {
  expect(planTests('linux', () => true)).toEqual({ leftOut: [], packages: [] });
});

test.each([
  ['darwin', ['keyring', 'ssh', 'terminals', 'tray-host', 'contract'].map(inTests)],
  [
    'win32',
    [
      ...['keyring', 'ssh', 'terminals', 'tray-host', 'contract', 'browser-host'].map(inTests),
      ...['scripts', ...(electronBinary() === null ? ['tests/e2e'] : [])],
    ],
  ],
] as const)('leaves out on %s what needs another system, with the reason', (platform, expected) => {
  const plan = planTests(platform, () => false);
  expect(paths(plan).filter((name) => !name.endsWith('.ts'))).toEqual(expected);
  expect(plan.packages).toEqual([]);
  for (const { reason } of plan.leftOut) expect(reason).toMatch(/^needs /);
});

test('leaves out on Linux the suites with a missing program, and names its package once', () => {
  const plan = planTests('linux', ({ name }) => !name.startsWith('ssh'));
  expect(paths(plan)).toEqual(['tests/ssh', 'tests/contract']);
  expect(plan.leftOut[0]?.reason).toBe('ssh, ssh-keygen, sshd not installed');
  expect(plan.packages).toEqual(['openssh-client', 'openssh-server']);
});

test('leaves out on Windows the unit tests that write shell scripts', () => {
  const files = paths(planTests('win32')).filter((name) => name.endsWith('.ts'));
  expect(files).toContain('src/cli/ssh/run-ssh.real.test.ts');
  expect(files).not.toContain('src/core/settings/settings-file.real.test.ts');
  expect(files.length).toBeLessThan(12);
});

test('names the packages that a script lacks', () => {
  expect(installHint(BROWSER, () => true)).toBeNull();
  const hint = installHint([...BROWSER, ...SSH], ({ name }) => name.startsWith('ssh-'));
  expect(hint).toContain('Not installed: chromium-headless-shell, ssh, sshd\n');
  expect(hint).toContain('apt-get install chromium-headless-shell openssh-client openssh-server\n');
});
