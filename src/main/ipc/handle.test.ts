import { describe, expect, test } from 'vitest';
import { CredentialError } from '../../core/accounts/index.ts';
import { RefusalError } from '../../core/app/index.ts';
import { FileError } from '../../core/files/index.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { ServiceError } from '../../core/providers/index.ts';
import { KeychainError } from '../../core/vault/index.ts';
import { requestChannel } from '../../shared/ipc/bridge.ts';
import { contract, type RequestName } from '../../shared/ipc/contract.ts';
import { ipcMain } from '../testing/electron.ts';
import { recordedHandlers } from '../testing/recorded-handlers.ts';
import { type Handlers, handleRequests } from './handle.ts';

type Listener = (event: object, input: unknown) => unknown;

/** The handlers behind an `ipcMain` that calls them as Electron does. */
function setup(change: Partial<Handlers> = {}) {
  const { handlers, calls } = recordedHandlers();
  const lines: string[] = [];
  const write = (event: string, fields?: object) => {
    lines.push(`${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { ...silentLog, warn: write, error: write };
  const channels = new Map<string, Listener>();
  let watches = 0;
  const order: string[] = [];
  const listen = (channel: string, listener: Listener) => void channels.set(channel, listener);
  Object.assign(ipcMain, { handle: listen, on: listen });
  const feed = {
    watch() {
      watches += 1;
    },
    update: () => void order.push('state'),
  };
  handleRequests(
    () => ({ ...handlers, ...change }),
    feed,
    (id) => id === 1,
    log,
  );
  const sendTo = async (channel: string, sender: number, input?: unknown) =>
    channels.get(channel)?.({ sender: { id: sender }, senderFrame: null }, input);
  return {
    ...{ calls, lines, channels, sendTo, order },
    watches: () => watches,
    request: (name: RequestName, input?: unknown) => sendTo(requestChannel(name), 1, input),
  };
}

describe('a request', () => {
  test('reaches the handler of its name with its input', async () => {
    const { request, calls, channels } = setup();
    const input = { accountId: 'a', vmId: 'v', what: 'ssh' };
    expect(await request('copyFromVm', input)).toEqual({ ok: true, value: undefined });
    expect(await request('hidePanel')).toEqual({ ok: true, value: undefined });
    const screen = { kind: 'vm', accountId: 'a', vmId: 'v' };
    expect(await request('keepScreen', screen)).toMatchObject({ ok: true });
    expect(calls).toEqual([['copyFromVm', input], ['hidePanel'], ['keepScreen', screen]]);
    expect([...channels.keys()].toSorted()).toEqual(
      [...Object.keys(contract).map((name) => `request:${name}`), 'watch'].toSorted(),
    );
  });

  test.each([
    [{ error: 'TypeError', at: 'index.js:1:2' }, 'TypeError', 'index.js:1:2'],
    [{ error: 'Error: lea@example.com', at: '/home/lea/x.js' }, 'unusual', null],
    [{ error: 'x'.repeat(9_999), at: null }, 'unusual', null],
    [{}, 'unusual', null],
  ])('reportCrash records %j without what may quote the panel', async (input, error, at) => {
    const { request, calls } = setup();
    expect(await request('reportCrash', input)).toMatchObject({ ok: true });
    expect(calls).toEqual([['reportCrash', { error, at }]]);
  });

  test.each<[RequestName, unknown]>([
    ['copyFromVm', undefined],
    ['copyFromVm', { accountId: 'a', vmId: 'v', what: 'ssh', more: 1 }],
    ['refresh', { accountId: 'x'.repeat(129) }],
    ['changePreferences', { idleSeconds: 1 }],
    ['changePreferences', { sshUser: '-oProxyCommand=x' }],
    ['changePreferences', { shortcut: 'A' }],
    ['readUsage', { range: { from: '2026-11-02', to: '2026-11-01' } }],
    ['hidePanel', { surprise: true }],
    ['keepScreen', { kind: 'vms', note: 'x' }],
    ['signInWithKey', { baseUrl: 'https://x', key: '', accountId: null }],
  ])('%s with the malformed input %j is refused before its handler', async (name, input) => {
    const { request, calls, lines } = setup();
    expect(await request(name, input)).toMatchObject({ ok: false, refusal: { kind: 'malformed' } });
    expect(calls).toEqual([]);
    expect(lines).toEqual([`ipc.malformed {"request":"${name}"}`]);
  });

  test.each<[RequestName, unknown, string]>([
    ['changePreferences', { namePrefix: 'GPU' }, 'Use lower-case letters and digits'],
    ['changePreferences', { remoteFolder: 'project' }, 'Start with / or ~'],
    ['changePreferences', { idlePercent: Number.NaN }, 'Enter a percentage from 1 to 99.'],
    ['copyPortForward', { accountId: 'a', vmId: 'v', port: 0 }, 'Enter a port from 1 to 65535.'],
    ['changeLogin', { scope: { kind: 'all' }, login: { port: 65_536 } }, 'Enter a port'],
    ['changeLogin', { scope: { kind: 'all' }, login: { user: '-l root' } }, 'Use letters, digits'],
    ['changeLogin', { scope: { kind: 'all' }, login: { identityFile: '-o' } }, 'Enter a path'],
    ['changeAccount', { accountId: 'a', name: 'x'.repeat(41) }, 'Enter at most 40 characters.'],
  ])('%s with what was typed as %j is refused with what to type', async (name, input, message) => {
    const { request, calls, lines } = setup();
    const answer = await request(name, input);
    expect(answer).toMatchObject({ refusal: { kind: 'invalid' } });
    expect(JSON.stringify(answer)).toContain(message);
    expect([calls, lines]).toEqual([[], []]);
  });

  test.each([
    ['is answered', async () => {}, true],
    ['is refused', () => Promise.reject(new KeychainError('missing')), false],
  ] as const)('that %s sends the changed state first', async (_, rescan, ok) => {
    const { request, order } = setup({ rescan });
    const answered = request('rescan').then((answer) => {
      order.push('answer');
      return answer;
    });
    expect(await answered).toMatchObject({ ok });
    expect(order).toEqual(['state', 'answer']);
  });

  test('from another sender than the panel is refused, as is its watch', async () => {
    const { sendTo, calls, lines, watches } = setup();
    const answer = await sendTo('request:hidePanel', 2);
    expect(answer).toMatchObject({ ok: false, refusal: { kind: 'untrusted' } });
    await sendTo('watch', 2);
    expect([calls, watches()]).toEqual([[], 0]);
    expect(lines).toEqual([
      'ipc.untrusted {"channel":"request:hidePanel"}',
      'ipc.untrusted {"channel":"watch"}',
    ]);
    await sendTo('watch', 1);
    expect(watches()).toBe(1);
  });
});

describe('the answer', () => {
  test('holds what the contract promises and nothing else', async () => {
    const leaky = { what: 'x', advice: 'y', command: null, secret: 'hunter2' };
    const { request, lines } = setup({ checkHostKey: async () => leaky });
    const answer = await request('checkHostKey', { accountId: 'a', vmId: 'v' });
    expect(answer).toMatchObject({ ok: false, refusal: { kind: 'internalError' } });
    expect(lines.join()).not.toContain('hunter2');
  });

  test.each<[Error, object]>([
    [
      new RefusalError({ kind: 'notFound', message: 'Not found', action: 'Refresh.' }),
      { kind: 'notFound', message: 'Not found', action: 'Refresh.' },
    ],
    [new ServiceError({ kind: 'network' }), { kind: 'network' }],
    [new CredentialError({ kind: 'keychainLocked' }), { kind: 'keychainLocked' }],
    [new KeychainError('missing'), { kind: 'missing' }],
    [new FileError({ kind: 'readOnly', message: 'x', action: '' }), { kind: 'readOnly' }],
  ])('to %s is its refusal, with a message for the user', async (error, refusal) => {
    const { request, lines } = setup({ rescan: () => Promise.reject(error) });
    const answer = await request('rescan');
    expect(answer).toMatchObject({ ok: false, refusal });
    expect(answer).toHaveProperty('refusal.message', expect.stringMatching(/./));
    expect(lines).toEqual([]);
  });

  test('to a sign-in at a wrong path is that there is no API', async () => {
    const missing = new ServiceError({ kind: 'notFound', detail: 'Not Found' });
    const { request } = setup({ signInWithKey: () => Promise.reject(missing) });
    const form = { baseUrl: 'https://api.example.com/v9', key: 'sk_1', accountId: null };
    expect(await request('signInWithKey', form)).toMatchObject({
      refusal: { message: 'No API at this address: Not Found.', action: 'Check the service URL.' },
    });
  });

  test.each([new TypeError('the key is hunter2'), 'hunter2', undefined])(
    'to an internal error is general, and the log does not quote the error',
    async (error) => {
      const { request, lines } = setup({ rescan: () => Promise.reject(error) });
      const answer = await request('rescan');
      expect(answer).toMatchObject({ ok: false, refusal: { kind: 'internalError' } });
      expect(lines).toHaveLength(1);
      expect(JSON.stringify([answer, lines])).not.toContain('hunter2');
    },
  );
});
