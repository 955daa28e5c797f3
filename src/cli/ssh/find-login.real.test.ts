import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../core/user-error.ts';
import { CommandError, EXIT } from '../errors.ts';
import { searchSetup, wireVm } from '../testing/setups.ts';

const down = () => Promise.reject(new TypeError('fetch failed'));
const refuse = (status: number) => () => Response.json({ detail: 'No' }, { status });

async function errorOf(search: Promise<unknown>): Promise<CommandError> {
  const error = await search.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error;
  // As `runServiceCommand` does.
  if (error instanceof UserError) return new CommandError(EXIT.outOfDate, error.message);
  throw new Error('no CommandError', { cause: error });
}

describe('finding a VM by its alias', () => {
  test('lists all VMs for a new alias and writes it to the SSH files', async () => {
    const { find, services, ssh } = await searchSetup();
    services.mine.vms = [wireVm('one'), wireVm('two', { ip_address: '203.0.113.8' })];
    const found = await find('gpu-two');
    expect(found).toMatchObject({ vmId: 'two', address: '203.0.113.8' });
    expect(await readFile(ssh.places.configFile, 'utf8')).toMatch(/^Host gpu-two$/m);
  });

  test('requests a known VM alone, at its own service', async () => {
    const { find, services, requests, warnings } = await searchSetup(['mine', 'work']);
    services.mine.vms = [wireVm('one'), wireVm('two')];
    await find('gpu-one');
    requests.length = 0;
    services.work.fault = down;
    services.mine.vms = [wireVm('one', { ip_address: '203.0.113.9' })];
    expect((await find('gpu-one')).address).toBe('203.0.113.9');
    expect(requests).toEqual(['GET mine.example/vms/one']);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['unknown to the service', []],
    ['destroyed', [wireVm('old', { instance_label: 'train', status: 'destroyed' })]],
  ])('finds the new VM with the label of one that is %s', async (_, left) => {
    const { find, services, aliases } = await searchSetup();
    services.mine.vms = [wireVm('old', { instance_label: 'train' })];
    await find('gpu-train');
    services.mine.vms = [...left, wireVm('new', { instance_label: 'train' })];
    expect((await find('gpu-train')).vmId).toBe('new');
    expect(await aliases()).toEqual(['gpu-train']);
  });

  test('logs in by an alias that is the label of another VM, and asks before anything else', async () => {
    const { find, findVm, services } = await searchSetup(['mine', 'work']);
    services.mine.vms = [wireVm('one', { instance_label: 'train' })];
    services.work.vms = [wireVm('two', { instance_label: 'gpu-train' })];
    expect((await errorOf(findVm('gpu-train'))).message).toMatch(/matches 2 VMs\./);
    expect((await find('gpu-train')).vmId).toBe('one');
  });
});

describe('without a VM to log in to', () => {
  test('an unknown alias is refused', async () => {
    const { find, services } = await searchSetup();
    services.mine.vms = ['one', 'two', 'old-thr', 'thr-1'].map((id) => wireVm(id));
    const { exitCode, message } = await errorOf(find('gpu-thr\u001b[2J'));
    expect([exitCode, message]).toEqual([
      EXIT.usage,
      'No VM matches "gpu-thr [2J". See gpu-tray status.',
    ]);
  });

  test('a renamed VM has its new alias alone', async () => {
    const { find, services, aliases } = await searchSetup();
    services.mine.vms = [wireVm('one', { instance_label: 'train' })];
    await find('gpu-train');
    services.mine.vms = [wireVm('one', { instance_label: 'eval' })];
    const { exitCode, message } = await errorOf(find('gpu-train'));
    expect(exitCode).toBe(EXIT.usage);
    expect(message).toBe('No VM matches "gpu-train". See gpu-tray status.');
    expect(await aliases()).toEqual(['gpu-eval']);
  });

  test.each([
    ['stopped', 'one is not running: stopped. Start it to log in.'],
    ['starting', 'one is not running: starting. Try again once it runs.'],
  ])('a VM that is %s is not connected to', async (status, expected) => {
    const { find, services, requests } = await searchSetup();
    services.mine.vms = [wireVm('one', { status })];
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.outOfDate);
    expect(message).toBe(expected);
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  test.each([
    [null, /has no address yet\. Try again/],
    ['-oProxyCommand=x', /reported an invalid SSH host/],
  ])('an address of %j is not connected to', async (ip_address, expected) => {
    const { find, services } = await searchSetup();
    services.mine.vms = [wireVm('one', { ip_address })];
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.outOfDate);
    expect(message).toMatch(expected);
  });
});

describe('a service that fails', () => {
  test.each([
    ['unreachable', down, 'Failed to reach the service. Check your network and the service URL.'],
    ['key rejected', refuse(401), 'API key rejected (401): No. Sign in again with a valid key.'],
    ['billing only', refuse(403), 'more permissions'],
  ])('%s: a known VM is found at its last address', async (_, fault, message) => {
    const { find, services, warnings } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    const before = await find('gpu-one');
    services.mine.fault = fault;
    expect(await find('gpu-one')).toEqual(before);
    expect(warnings).toEqual([
      expect.stringContaining(message),
      'Using the last known login of gpu-one.',
    ]);
  });

  test('makes an unknown alias exit as out of date: the VM may be one of its', async () => {
    const { find, services, warnings } = await searchSetup(['mine', 'work']);
    services.mine.vms = [wireVm('one')];
    services.work.fault = down;
    const { exitCode, message } = await errorOf(find('gpu-two'));
    expect(exitCode).toBe(EXIT.outOfDate);
    expect(message).toBe('No VM matches "gpu-two". See gpu-tray status.');
    expect(warnings).toEqual([expect.stringMatching(/^work: Failed to reach the service\. /)]);
  });

  test('is not waited for after interruption', async () => {
    const { find, services, interrupt, requests } = await searchSetup();
    services.mine.fault = () => new Promise(() => {});
    const search = find('gpu-one');
    await expect.poll(() => requests).toHaveLength(1);
    interrupt.abort(new Error('interrupted'));
    await expect(search).rejects.toThrow('interrupted');
  });
});

describe('SSH files that cannot be written', () => {
  /** Permissions do not stop root, so a file takes the folder's place. */
  async function block(folder: string): Promise<void> {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
  }

  test('a VM with an alias is found with a warning, except for a login', async () => {
    const { find, findVm, services, warnings, folder } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    await rm(join(folder, 'lock'));
    await mkdir(join(folder, 'lock'));
    const failure = /^Failed to lock .* \(.+\)\. /;
    expect((await findVm('gpu-one')).vmId).toBe('one');
    expect(warnings).toEqual([expect.stringMatching(failure)]);
    expect((await errorOf(find('gpu-one'))).message).toMatch(failure);
  });

  test('an unknown VM fails with one message', async () => {
    const { find, services, folder } = await searchSetup();
    services.mine.vms = [wireVm('one')];
    await find('gpu-one');
    await block(folder);
    const { exitCode, message } = await errorOf(find('gpu-one'));
    expect(exitCode).toBe(EXIT.outOfDate);
    expect(message).toBe(
      `Failed to lock ${join(folder, 'lock')}: a file is in the place of a folder. Move it away.`,
    );
  });
});
