import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROVIDER_IDS, PROVIDERS } from '../../src/shared/providers/providers.ts';
import { until } from '../keyring/until.ts';
import { type Env, MAIN, NODE, newUser, PATIENCE_MS, runInProcess, start } from './command-line.ts';
import { simulate } from './fixtures.ts';
import { keychainUser } from './users.ts';

type Answer = readonly [prompt: string, typed: string];

/** Of util-linux; knip takes names in the call for npm packages. */
const TERMINAL = 'script';

/** Runs a command at a pseudo-terminal, and types each answer after its prompt. */
async function atTerminal(command: string, env: Env, answers: readonly Answer[]) {
  const line = `"$NODE" "$MAIN" ${command}`;
  const child = spawn(TERMINAL, ['-qec', line, '/dev/null'], { env: { ...env, NODE, MAIN } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const closed = once(child, 'close');
  for (const [prompt, typed] of answers) {
    await until(`"${prompt}" in: ${shown}`, () => shown.includes(prompt), PATIENCE_MS);
    child.stdin.write(`${typed}\r`);
  }
  const [code]: unknown[] = await closed;
  return { code, shown: shown.replaceAll('\r\n', '\n') };
}

/** Of the home's file in the place of a keychain, which does not exist yet. */
const withFile = (user: Env, more: Env = {}): Env => ({
  ...user,
  ...more,
  GPU_TRAY_CREDENTIALS_FILE: join(user['HOME'] ?? '', 'keys.json'),
});

test.each(['runpod', 'rental'] as const)(
  '%s: asks for the key, hidden, stores it in the file and says what it sees',
  async (provider) => {
    const { baseUrl, credentials, control } = await simulate({ provider, vms: 5 });
    const key = credentials[0].apiKeys.read_write;
    const simulated = `GPU_TRAY_SIMULATED_${provider.toUpperCase()}`;
    const isByUrl = PROVIDERS[provider].address === null;
    const env = withFile(await newUser(), isByUrl ? {} : { [simulated]: baseUrl });
    const questions: Answer[] = [
      ['Number: ', String(PROVIDER_IDS.indexOf(provider) + 1)],
      ...(isByUrl
        ? ([
            ['Service URL: ', baseUrl],
            ['Email, or Enter', ''],
          ] as const)
        : []),
      ['\nAPI key: ', key],
    ];
    const { code, shown } = await atTerminal('login', env, questions);
    expect([code, shown]).toEqual([0, expect.stringContaining('Where do you rent?')]);
    const { keys } = PROVIDERS[provider];
    if (keys !== null) expect(shown).toContain(`Get a key: ${keys.page}`);
    expect(shown).not.toContain(key);
    expect(shown).toMatch(/Signed in as .*\. The credential is stored in .*keys\.json\.\n/);
    const vms = control.vms().filter(({ status }) => status !== 'destroyed').length;
    expect(shown).toMatch(
      new RegExp(`\\n${vms} VMs, ≥? ?\\$\\d+\\.\\d\\d/h\\. Try: gpu-tray status\\n$`),
    );

    const file = env['GPU_TRAY_CREDENTIALS_FILE'] ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ accounts: [{ provider }] });
    const { stdout } = await runInProcess(['status', '--json'], '', env);
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ provider, status: 'live' }] });
  },
);

test('a rejected key is not stored, and Ctrl-C at a question ends it', async () => {
  const { baseUrl } = await simulate({ provider: 'runpod' });
  const env = withFile(await newUser(), { GPU_TRAY_SIMULATED_RUNPOD: baseUrl });
  const questions: Answer[] = [
    ['Number: ', 'RunPod'],
    ['\nAPI key: ', 'not-a-key'],
  ];
  const { code, shown } = await atTerminal('login', env, questions);
  expect([code, shown]).toEqual([3, expect.stringContaining('API key rejected (401)')]);
  await expect(stat(env['GPU_TRAY_CREDENTIALS_FILE'] ?? '')).rejects.toThrow('ENOENT');
  const ended = await atTerminal('login', env, [['Number: ', '\u0003']]);
  expect([ended.code, ended.shown]).toEqual([2, expect.stringContaining('Canceled.')]);
});

test('an API key typed as the email is not sent', async () => {
  const { baseUrl, credentials, control } = await simulate();
  const { code, shown } = await atTerminal('login', withFile(await newUser()), [
    ['Number: ', 'rental'],
    ['Service URL: ', baseUrl],
    ['Email, or Enter', credentials[0].apiKeys.read_only],
  ]);
  expect([code, shown]).toEqual([2, expect.stringContaining('This is not an email address.')]);
  expect(control.state().requests.log).toEqual([]);
});

test('another key of the same place needs a name, and does not replace the first one', async () => {
  const sim = await simulate({ provider: 'runpod' });
  const { read_only: first, read_write: second } = sim.credentials[0].apiKeys;
  const env = withFile(await newUser(), { GPU_TRAY_SIMULATED_RUNPOD: sim.baseUrl });
  const login = (input: string, ...more: string[]) =>
    runInProcess(['login', '--provider', 'runpod', '--api-key-stdin', ...more], input, env);
  expect(await login(first)).toMatchObject({ code: 0, stderr: '' });
  expect(await login(first)).toMatchObject({ code: 0, stderr: '' });
  expect(await login(second)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('keys.json has another key for RunPod. Replace it with'),
  });
  expect((await login(second, '--account', 'Lab')).stdout).toMatch(/^Signed in as Lab\./);
  const text = await readFile(env['GPU_TRAY_CREDENTIALS_FILE'] ?? '', 'utf8');
  expect(JSON.parse(text)).toEqual({
    accounts: [
      { provider: 'runpod', name: 'RunPod', apiKey: first },
      { provider: 'runpod', name: 'Lab', apiKey: second },
    ],
  });
});

test('logins at once all keep their key', async () => {
  const sim = await simulate({ provider: 'runpod' });
  const input = sim.credentials[0].apiKeys.read_write;
  const env = withFile(await newUser(), { GPU_TRAY_SIMULATED_RUNPOD: sim.baseUrl });
  const names = ['a', 'b', 'c', 'd'];
  const login = (name: string) =>
    start(['login', '--provider', 'runpod', '--api-key-stdin', '--account', name], { env, input });
  const ended = await Promise.all(names.map(async (name) => login(name).ended));
  expect(ended.map(({ stderr }) => stderr)).toEqual(names.map(() => ''));
  const { accounts } = JSON.parse(await readFile(env['GPU_TRAY_CREDENTIALS_FILE'] ?? '', 'utf8'));
  expect(accounts.map(({ name }: { name: string }) => name).toSorted()).toEqual(names);
});

test('with a keychain, the key is stored there', async () => {
  const { baseUrl, credentials } = await simulate({ vms: 5 });
  const user = await keychainUser();
  const { code, shown } = await atTerminal('login', user.keyring.env, [
    ['Number: ', 'rental'],
    ['Service URL: ', baseUrl],
    ['Email, or Enter', credentials[0].email],
    ['password: ', credentials[0].password],
  ]);
  expect([code, shown]).toEqual([0, expect.stringContaining('is stored in your keychain.\n')]);
  expect(shown).toMatch(/\n\d VMs, \$\d+\.\d\d\/h\. Try: gpu-tray status\n$/);
  expect(await user.items()).toBe(1);
});
