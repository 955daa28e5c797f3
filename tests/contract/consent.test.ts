import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RefusalError } from '../../src/core/app/index.ts';
import { test } from '../keyring/fixture.ts';
import { type SshApplication, sshApplication } from './ssh-application.ts';

const stored = ({ home }: SshApplication) => readFile(join(home, 'settings.json'), 'utf8');

test('a declined terminal command changes nothing', async ({ keyring }) => {
  const app = await sshApplication(await keyring.start(), {}, { confirm: async () => false });
  const { requests, state } = app.application;
  const all = async () => ({ preferences: state().preferences, file: await stored(app) });
  const before = await all();
  const marker = join(app.home, 'pwned');
  await expect(
    requests.changePreferences({
      terminal: 'own',
      terminalCommand: `touch ${marker} {command}`,
      theme: 'dark',
    }),
  ).rejects.toMatchObject({ refusal: { kind: 'declined' } });
  expect(await all()).toEqual(before);
  expect(app.questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(`\ntouch ${marker} {command}\n`),
  ]);
  expect(existsSync(marker)).toBe(false);
});

test('an allowed terminal command is stored, and not asked about again', async ({ keyring }) => {
  const app = await sshApplication(await keyring.start());
  const { requests, state } = app.application;
  await requests.changePreferences({ terminalCommand: 'foot {command}' });
  expect(state().preferences.terminalCommand).toBe('foot {command}');
  await requests.changePreferences({ terminalCommand: 'foot {command}', terminal: 'own' });
  await requests.changePreferences({ terminalCommand: null, hideAmounts: true });
  expect(app.questions).toHaveLength(1);
});

test('a flood of requests opens one dialog, and other changes go through', async ({ keyring }) => {
  const answer = Promise.withResolvers<boolean>();
  const app = await sshApplication(await keyring.start(), {}, { confirm: () => answer.promise });
  const { requests, state } = app.application;
  const kinds: string[] = [];
  const results = Array.from({ length: 100 }, (_, at) =>
    requests.changePreferences({ terminalCommand: `foot ${at} {command}` }).then(
      () => kinds.push('done'),
      (error: unknown) => kinds.push(error instanceof RefusalError ? error.refusal.kind : 'defect'),
    ),
  );
  await expect.poll(() => kinds).toEqual(Array(99).fill('busy'));
  expect(state().isAsking).toBe(true);
  await requests.changePreferences({ theme: 'dark' });
  answer.resolve(false);
  await Promise.all(results);
  expect(kinds.slice(99)).toEqual(['declined']);
  expect(app.questions).toHaveLength(1);
  expect(state().isAsking).toBe(false);
  expect(JSON.parse(await stored(app)).preferences).toEqual({ theme: 'dark' });
});
