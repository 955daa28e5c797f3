import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { ACCOUNT } from '../../core/settings/testing/settings-folder.ts';
import { commandSetup, pipe } from '../testing/setups.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const settingsWith = (account: object) =>
  JSON.stringify({ ...DEFAULT_SETTINGS, accounts: [account] });

test('prints a profile without characters that a terminal interprets', async () => {
  const setup = await commandSetup();
  const profile = { balance: { path: '/balance', pointer: '/\u009b31m/\u202ebalance' } };
  await setup.writeSettings(settingsWith({ ...ACCOUNT, profile }));
  const { out } = await setup.run(['profile']);
  expect(out).not.toMatch(/[^\n -~]/);
  expect(out.split('\n')).toHaveLength(7);
  expect(JSON.parse(out)).toEqual(profile);
});

test('does not print a credential that was typed in place of the file', async () => {
  const setup = await commandSetup();
  await setup.writeSettings(settingsWith(ACCOUNT));
  const key = 'plain-secret';
  const given = ['--base-url', 'https://api.example.com', '--api-key-stdin', '--profile', key];
  const missing = 'Failed to read the profile: it does not exist. Check the path.\n';
  for (const argv of [
    ['profile', '--set', key],
    ['profile', '--check', key],
    ['stop', 'vm-1', '--yes', ...given],
  ])
    expect(await setup.run(argv, pipe('k'))).toEqual({ exitCode: 2, out: '', errors: missing });
});

test('refuses a file above 1 MB before it is read', async () => {
  const setup = await commandSetup();
  await setup.writeSettings(settingsWith(ACCOUNT));
  const file = join(setup.settingsFolder, 'profile.json');
  writeFileSync(file, '{}'.padEnd(1_000_001));
  expect((await setup.run(['profile', '--check', file])).errors).toBe(
    'Failed to read the profile: it is too large. Check the path.\n',
  );
});

test('a provider whose operations are known takes no profile', async () => {
  const setup = await commandSetup();
  const pods = { provider: 'runpod', baseUrl: 'https://api.runpod.io' };
  await setup.writeSettings(settingsWith({ ...ACCOUNT, ...pods }));
  expect(await setup.run(['profile', '--set', 'any.json'])).toEqual({
    ...{ exitCode: 2, out: '' },
    errors: 'RunPod needs no service profile.\n',
  });
});
