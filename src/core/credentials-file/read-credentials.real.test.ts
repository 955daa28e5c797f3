import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { addKeyToFile, readCredentials, readSendTo } from './read-credentials.ts';

/** A program of the system; knip takes names in the call for npm packages. */
const MKFIFO = 'mkfifo';
const KEY = 'canary-key-1234567890';
const ACCOUNT = { provider: 'rental', baseUrl: 'https://api.example.com', apiKey: KEY };

async function credentialsFile(content: unknown, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(), 'credentials.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(path, mode);
  return path;
}

const read = (path: string, isOfSystemd = false) => readCredentials({ path, isOfSystemd });

/** Message of the refusal, with `FILE` for the path. */
async function refusal(path: string): Promise<string> {
  const refused = await read(path).then(
    () => expect.fail('was read'),
    ({ message, action }: { message: string; action: string }) => `${message} ${action}`,
  );
  expect(refused).not.toContain(KEY);
  return refused.replaceAll(path, 'FILE');
}

test('reads the accounts, with their addresses and unique names', async () => {
  const path = await credentialsFile({
    accounts: [
      { provider: 'runpod', apiKey: KEY },
      { ...ACCOUNT, name: 'lab' },
      // Of a later version.
      { baseUrl: 'api.example.com/v1', apiKey: KEY, color: 'red' },
    ],
    sendTo: [],
  });
  expect(await read(path)).toEqual([
    { provider: 'runpod', baseUrl: 'https://api.runpod.io', name: 'RunPod', apiKey: KEY },
    { provider: 'rental', baseUrl: 'https://api.example.com', name: 'lab', apiKey: KEY },
    {
      ...{ provider: 'rental', baseUrl: 'https://api.example.com/v1', apiKey: KEY },
      name: 'api.example.com',
    },
  ]);
});

const twice = { accounts: [ACCOUNT, ACCOUNT] };

test.each<[content: unknown, said: string]>([
  ['', 'FILE is not JSON. Correct the file. It has the form {'],
  [{ accounts: [] }, 'FILE: accounts: Too small: expected array to have >=1 items. Correct'],
  [{ accounts: Array(51).fill(ACCOUNT) }, 'FILE: accounts: Too big: expected array to have <=50'],
  [' '.repeat(65 * 1024), 'Failed to read FILE: it is too large.'],
  [{ accounts: [{ ...ACCOUNT, password: KEY }] }, 'FILE: accounts.0.password: Use an API key: the'],
  [{ accounts: [{ ...ACCOUNT, provider: KEY }] }, 'FILE: accounts.0.provider: Invalid option'],
  [{ accounts: [{ ...ACCOUNT, apiKey: `${KEY}\n` }] }, 'accounts.0.apiKey: Enter an API key.'],
  [{ accounts: [{ ...ACCOUNT, apiKey: undefined }] }, 'accounts.0.apiKey: Enter an API key.'],
  [{ accounts: [ACCOUNT, { apiKey: KEY }] }, 'FILE: accounts.1.baseUrl: '],
  [{ accounts: [{ ...ACCOUNT, baseUrl: 'http://example.com' }] }, 'must begin with https://'],
  [twice, 'FILE: accounts: Two accounts of one service have the same name. Give each its own'],
])('refuses %j, and says what to do', async (content, said) => {
  expect(await refusal(await credentialsFile(content))).toContain(said);
});

const OPEN = 'Other users may read FILE. Run chmod 600 on it, and replace its keys';

test.each([0o604, 0o640, 0o644, 0o620, 0o601, 0o666])(
  'refuses a file of mode %o, which others may read or change',
  async (mode) => {
    expect(await refusal(await credentialsFile({ accounts: [ACCOUNT] }, mode))).toContain(OPEN);
  },
);

test.each([0o600, 0o400])('reads a file of mode %o', async (mode) => {
  expect(await read(await credentialsFile({ accounts: [ACCOUNT] }, mode))).toHaveLength(1);
});

test('checks the file that a symbolic link leads to, not the link', async () => {
  const open = await credentialsFile({ accounts: [ACCOUNT] }, 0o644);
  const own = await credentialsFile({ accounts: [ACCOUNT] });
  await symlink(open, `${open}.link`);
  await symlink(own, `${own}.link`);
  await expect(read(`${open}.link`)).rejects.toThrow('Other users may read');
  expect(await read(`${own}.link`)).toHaveLength(1);
});

test("reads systemd's credential, whose access list shows as the mode of its group, unless others may too", async () => {
  const granted = await credentialsFile({ accounts: [ACCOUNT] }, 0o440);
  expect(await read(granted, true)).toHaveLength(1);
  await expect(read(await credentialsFile({ accounts: [ACCOUNT] }, 0o444), true)).rejects.toThrow();
});

test.skipIf(process.getuid?.() !== 0)('refuses a file of another user', async () => {
  const path = await credentialsFile({ accounts: [ACCOUNT] });
  expect(spawnSync('chown', ['65534', path]).status).toBe(0);
  expect(await refusal(path)).toBe(
    'FILE belongs to another user. Give it to the user of this program with chown.',
  );
});

test('refuses a pipe, which would block, a folder and a file that is not there', async () => {
  const folder = await temporaryFolder();
  expect(spawnSync(MKFIFO, ['-m', '600', join(folder, 'pipe')]).status).toBe(0);
  await mkdir(join(folder, 'folder'));
  expect(await refusal(join(folder, 'pipe'))).toContain('FILE: it is not a regular file.');
  expect(await refusal(join(folder, 'folder'))).toContain('FILE: it is not a regular file.');
  expect(await refusal(join(folder, 'absent'))).toContain('FILE: it does not exist.');
});

const NTFY = { kind: 'ntfy', url: 'https://ntfy.sh', topic: 'gpus' };

test('reads where alerts are sent, by default money and missing data', async () => {
  const slack = { kind: 'slack', url: 'https://hooks.slack.com/x', topics: ['vm'] };
  const path = await credentialsFile({ accounts: [ACCOUNT], sendTo: [NTFY, slack] });
  expect(await readSendTo({ path, isOfSystemd: false })).toEqual([
    {
      address: { ...NTFY, url: 'https://ntfy.sh/', token: null },
      destination: {
        ...{ id: 'file-1', kind: 'ntfy', host: 'ntfy.sh' },
        topics: ['money', 'data'],
      },
    },
    {
      address: { kind: 'slack', url: 'https://hooks.slack.com/x' },
      destination: {
        ...{ id: 'file-2', kind: 'slack', host: 'hooks.slack.com' },
        topics: ['vm'],
      },
    },
  ]);
});

test.each<[sendTo: unknown, said: string]>([
  ['x', 'FILE: sendTo: Invalid input: expected array'],
  [[{ ...NTFY, url: 'http://ntfy.sh' }], 'FILE: sendTo.0.url: Enter a full address'],
  [[NTFY, { ...NTFY, topic: `${KEY} x` }], 'FILE: sendTo.1.topic: A topic has'],
  [[{ ...NTFY, topics: [KEY] }], 'FILE: sendTo.0.topics.0: Invalid option'],
])('refuses the destinations %j', async (sendTo, said) => {
  const path = await credentialsFile({ accounts: [ACCOUNT], sendTo });
  const refused = await readSendTo({ path, isOfSystemd: false }).then(
    () => expect.fail('was read'),
    ({ message }: { message: string }) => message.replaceAll(path, 'FILE'),
  );
  expect(refused).toContain(said);
  expect(refused).not.toContain(KEY);
});

test('adds a key beside all that the file has, once, and replaces that of a given name', async () => {
  const path = await credentialsFile({
    accounts: [{ ...ACCOUNT, name: 'lab' }],
    sendTo: [],
    more: 1,
  });
  const place = { path, isOfSystemd: false };
  const own = { provider: 'rental', baseUrl: ACCOUNT.baseUrl, name: 'api.example.com' } as const;
  expect(await addKeyToFile(place, { ...own, apiKey: KEY }, false)).toBe('lab');
  expect(await addKeyToFile(place, { ...own, apiKey: 'second' }, false)).toBe(own.name);
  expect(await addKeyToFile(place, { ...own, name: 'lab', apiKey: 'third' }, true)).toBe('lab');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    accounts: [
      { ...own, apiKey: 'second' },
      { ...own, name: 'lab', apiKey: 'third' },
    ],
    sendTo: [],
    more: 1,
  });
  await expect(addKeyToFile(place, { ...own, apiKey: 'fourth' }, false)).rejects.toMatchObject({
    message: `${path} has another key for ${own.name}.`,
  });
  const systemd = { path, isOfSystemd: true };
  await expect(addKeyToFile(systemd, { ...own, apiKey: KEY }, false)).rejects.toMatchObject({
    message: `GPU Tray only reads ${path}.`,
  });
});
