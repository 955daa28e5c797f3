import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { CommandError } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import { searchSetup, wireVm } from './testing/search-setup.ts';

const down = () => Promise.reject(new TypeError('fetch failed'));
const refuse = (status: number) => () => Response.json({ detail: 'No' }, { status });

async function errorOf(search: Promise<unknown>): Promise<CommandError> {
  const error = await search.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error;
  throw new Error('no CommandError', { cause: error });
}

describe('the VM of an alias', () => {
  test('that is new is found among all, and written where ssh finds it', async () => {
    const { find, services, folder } = await searchSetup();
    services.mine.vms = [wireVm('one'), wireVm('two', { ip_address: '203.0.113.8' })];
    const found = await find('gpu-two');
    expect(found).toMatchObject({ isWritten: true, host: { vmId: 'two', address: '203.0.113.8' } });
    expect(await readFile(join(folder, 'config'), 'utf8')).toMatch(/^Host gpu-two$/m);
  });

  test('that is known is asked for alone, at its own service, and not waited for at the others', async () => {
    const { find, services, requests, said } = await searchSetup(['mine', 'work']);
    services.mine.vms = [wireVm('one'), wireVm('two')];
    await find('gpu-one');
    requests.length = 0;
    services.work.fault = down;
    services.mine.vms = [wireVm('one', { ip_address: '203.0.113.9' })];
    expect((await find('gpu-one')).host.address).toBe('203.0.113.9');
    expect(requests).toEqual(['GET mine.example/vms/one']);
    expect(said).toEqual([]);
  });

  test('goes by the login that is set now', async () => {
    const { find, services } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    const ssh = { user: 'ubuntu', port: 2222 };
    const { host } = await find('gpu-one', { ...DEFAULT_SETTINGS, ssh });
    expect(host.login).toMatchObject({ user: 'ubuntu', port: 2222 });
  });

  test.each([
    ['known no more', []],
    ['destroyed', [wireVm('old', { instance_label: 'train', status: 'destroyed' })]],
  ])('that is %s is the one that was made in its place', async (_, left) => {
    const { find, services, aliases } = await searchSetup();
    services.mine.vms = [wireVm('old', { instance_label: 'train' })];
    await find('gpu-train');
    services.mine.vms = [...left, wireVm('new', { instance_label: 'train' })];
    expect((await find('gpu-train')).host.vmId).toBe('new');
    expect(await aliases()).toEqual(['gpu-train']);
  });

  test('with an unknown status is left to ssh', async () => {
    const { find, services } = await searchSetup();
    services.mine.vms = [wireVm('one', { status: 'hibernating' })];
    expect((await find('gpu-one')).host.vmId).toBe('one');
  });
});

describe('where there is none', () => {
  test('with that name, those there are are named', async () => {
    const { find, services } = await searchSetup();
    services.mine.vms = [wireVm('one'), wireVm('two')];
    const { exitCode, message } = await errorOf(find('gpu-three\u001b[2J'));
    expect(exitCode).toBe(EXIT.usage);
    expect(message).toBe('No VM is called "gpu-three [2J". There are gpu-one, gpu-two.');
  });

  test('with that name any more, its new one is told', async () => {
    const { find, services, aliases } = await searchSetup();
    services.mine.vms = [wireVm('one', { instance_label: 'train' })];
    await find('gpu-train');
    services.mine.vms = [wireVm('one', { instance_label: 'eval' })];
    const { exitCode, message } = await errorOf(find('gpu-train'));
    expect(exitCode).toBe(EXIT.usage);
    expect(message).toMatch(/"gpu-train" has been renamed: it is gpu-eval now\. /);
    expect(await aliases()).toEqual(['gpu-eval']);
  });

  test('because it is gone, its block goes as well', async () => {
    const { find, services, folder } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    services.mine.vms = [];
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.usage);
    expect(message).toBe('The VM that was called "gpu-one" is gone. There is no VM to log in to.');
    expect(await readFile(join(folder, 'config'), 'utf8')).not.toMatch(/^Host /m);
  });

  test.each([
    ['stopped', 'one is stopped, not running; GPU Tray does not start VMs'],
    ['interrupted', 'one is interrupted, not running; GPU Tray does not start VMs'],
    ['stopping', 'one is stopping, not running; GPU Tray does not start VMs'],
    ['creating', 'one is creating; try again when it is running'],
    ['starting', 'one is starting; try again when it is running'],
  ])('to log in to while it is %s', async (status, expected) => {
    const { find, services, requests } = await searchSetup();
    services.mine.vms = [wireVm('one', { status })];
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.stale);
    expect(message).toContain(expected);
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  test.each([
    [null, /has no address yet; try again/],
    ['-oProxyCommand=x', /is none that can be connected to/],
    ['127.0.0.1', /is none that can be connected to/],
  ])('to log in to at %j', async (ip_address, expected) => {
    const { find, services } = await searchSetup();
    services.mine.vms = [wireVm('one', { ip_address })];
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.stale);
    expect(message).toMatch(expected);
  });

  test('because nobody is signed in, that is said', async () => {
    const { find } = await searchSetup([]);
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.signedOut);
    expect(message).toBe('No account is signed in; sign one in with the login command.');
  });
});

describe('a service that does not answer', () => {
  test.each([
    ['is down', down, 'Failed to reach the service. Check your network and the service URL.'],
    [
      'refuses',
      refuse(401),
      'This API key was not accepted. Check the key, or sign in with another one.',
    ],
    ['is limited to billing', refuse(403), /wider scope/],
  ])('and %s keeps nobody from a VM that is known', async (_, fault, message) => {
    const { find, services, said } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    const before = await find('gpu-one');
    services.mine.fault = fault;
    expect(await find('gpu-one')).toEqual(before);
    expect(said).toEqual([
      expect.stringMatching(message),
      'Going by what was last known of gpu-one.',
    ]);
  });

  test('may have the VM that was not found, so that is not called a mistake', async () => {
    const { find, services, said } = await searchSetup(['mine', 'work']);
    services.mine.vms = [wireVm('one')];
    services.work.fault = down;
    const { exitCode, message } = await errorOf(find('gpu-two'));
    expect(exitCode).toBe(EXIT.stale);
    expect(message).toBe('No VM is called "gpu-two". There are gpu-one.');
    expect(said).toEqual([expect.stringMatching(/^work: Failed to reach the service\. /)]);
  });

  test('is waited for no longer than the user wants', async () => {
    const { find, services, interrupt, requests } = await searchSetup();
    services.mine.fault = () => new Promise(() => {});
    const search = find('gpu-one');
    await expect.poll(() => requests).toHaveLength(1);
    interrupt.abort(new Error('interrupted'));
    await expect(search).rejects.toThrow('interrupted');
  });
});

describe('files that cannot be written', () => {
  /** Root may write anywhere, so what is in the way is a file where the folder should be. */
  async function block(folder: string): Promise<void> {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
  }

  test('keep nobody from a VM whose name is known: all that ssh has to know is in the command', async () => {
    const { find, services, ssh, said, folder } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    services.mine.vms = [wireVm('one', { ip_address: '203.0.113.9' })];
    await rm(join(folder, 'lock'));
    // Not a database, so no lock.
    await writeFile(join(folder, 'lock'), 'x'.repeat(200));
    const { host, isWritten } = await find('gpu-one');
    expect(host.address).toBe('203.0.113.9');
    expect(isWritten).toBe(false);
    expect(said).toEqual([expect.stringMatching(/^The SSH files in .* cannot be used \(.+\); /)]);
    expect((await ssh.hosts.load())[0]?.address).toBe('203.0.113.7');
  });

  test('are told in one message where nothing is known', async () => {
    const { find, services, folder } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    await block(folder);
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.stale);
    expect(message).toBe(
      `The SSH files in ${folder} cannot be used (EEXIST); check the folder and its permissions.`,
    );
  });
});
