import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RefusalError } from '../../src/core/app/index.ts';
import type { SshLogin } from '../../src/shared/app/index.ts';
import { test } from '../keyring/fixture.ts';
import type { DesktopOptions } from './desktop.ts';
import { type SshApplication, sshApplication } from './ssh-application.ts';

const PLAIN: SshLogin = { user: null, port: null, identityFile: null, options: [] };
const NO: DesktopOptions = { confirm: async () => false };

const stored = ({ home }: SshApplication) => readFile(join(home, 'settings.json'), 'utf8');

function withOptions({ application }: SshApplication, ...options: string[]) {
  return application.requests.changeLogin({ scope: { kind: 'all' }, login: { ...PLAIN, options } });
}

/** An app with one running VM that has its name in ssh. */
async function withVm(keyring: Parameters<typeof sshApplication>[0], desktop: DesktopOptions = {}) {
  const app = await sshApplication(keyring, {}, desktop);
  const { id } = app.simulator.control.createVm({ instance_label: 'train', status: 'running' });
  await app.refresh();
  await expect.poll(app.aliases).toHaveLength(1);
  return { ...app, vm: { accountId: app.accountId, vmId: id } };
}

test('a program that its user does not agree to is stored nowhere, told to nobody and not run', async ({
  keyring,
}) => {
  const app = await withVm(await keyring.start(), NO);
  const { requests } = app.application;
  const all = async () => {
    const { preferences, ssh } = app.application.state();
    return {
      preferences,
      logins: ssh.logins,
      files: [await stored(app), await app.text('config')],
    };
  };
  const before = await all();
  const marker = join(app.home, 'pwned');
  await expect(
    requests.changePreferences({
      terminal: 'own',
      terminalCommand: `touch ${marker} {command}`,
      theme: 'dark',
    }),
  ).rejects.toThrow(RefusalError);
  for (const option of [`ProxyCommand touch ${marker}`, `proxyjump=$(touch ${marker})@x`])
    await expect(withOptions(app, option)).rejects.toMatchObject({ refusal: { kind: 'declined' } });
  expect(await all()).toEqual(before);
  expect(app.questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(`\ntouch ${marker} {command}\n`),
    expect.stringContaining(`\nProxyCommand touch ${marker}\n`),
    expect.stringContaining(`\nproxyjump $(touch ${marker})@x\n`),
  ]);
  expect(existsSync(marker)).toBe(false);
});

test('agreed to, it is stored and in ssh’s configuration, and not asked about again', async ({
  keyring,
}) => {
  const app = await withVm(await keyring.start());
  const { requests } = app.application;
  await requests.changePreferences({ terminalCommand: 'foot {command}' });
  await withOptions(app, 'ProxyCommand=nc %h %p');
  expect(await stored(app)).toContain('ProxyCommand=nc %h %p');
  expect(app.application.state().preferences.terminalCommand).toBe('foot {command}');
  await expect.poll(() => app.text('config')).toContain('    ProxyCommand nc %h %p\n');
  expect(app.questions).toHaveLength(2);

  await requests.changePreferences({ terminalCommand: 'foot {command}', terminal: 'own' });
  await withOptions(app, 'Compression yes', 'ProxyCommand nc %h %p');
  await requests.changeLogin({
    scope: { kind: 'account', accountId: app.accountId },
    login: { ...PLAIN, user: 'root', options: ['ProxyCommand nc %h %p'] },
  });
  await withOptions(app);
  await requests.changePreferences({ terminalCommand: null, hideAmounts: true });
  expect(app.questions).toHaveLength(2);
});

test('a flood of requests is one question, as long as it is open', async ({ keyring }) => {
  const answer = Promise.withResolvers<boolean>();
  const app = await sshApplication(await keyring.start(), {}, { confirm: () => answer.promise });
  const { requests, state } = app.application;
  const kinds: string[] = [];
  const results = Array.from({ length: 100 }, async (_, at) => {
    const request =
      at % 2 === 0
        ? requests.changePreferences({ terminalCommand: `foot ${at} {command}` })
        : withOptions(app, `LocalCommand ${at}`);
    await request.then(
      () => kinds.push('done'),
      (error: unknown) => kinds.push(error instanceof RefusalError ? error.refusal.kind : 'defect'),
    );
  });
  // The others do not wait for the answer, and neither does what names no program.
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
