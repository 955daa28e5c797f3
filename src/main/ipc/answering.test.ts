import { describe, expect, test } from 'vitest';
import { CredentialError } from '../../core/accounts/index.ts';
import { RefusalError } from '../../core/app/index.ts';
import { LockTimeout, LockUnavailable } from '../../core/files/index.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { ServiceError } from '../../core/service/index.ts';
import { SettingsError } from '../../core/settings/index.ts';
import { KeychainError } from '../../core/vault/index.ts';
import { DISMISSABLE } from '../../shared/app/index.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { REQUEST_CHANNELS, type RequestName } from '../../shared/ipc/index.ts';
import { recordedRequests } from '../testing/recorded-requests.ts';
import { answering } from './answering.ts';
import { REQUEST_NAMES, requestDoor } from './request-door.ts';

function recordedLog() {
  const lines: string[] = [];
  const write = (event: string, fields?: object) => {
    lines.push(`${event} ${JSON.stringify(fields)}`);
  };
  const log: Log = { ...silentLog, warn: write, error: write };
  return { log, lines };
}

const VIEW = {
  screen: { kind: 'vm', accountId: 'a', vmId: 'v' },
  list: { query: '', order: 'rate', closedGroups: [], activeKey: 'a/v', scrollTop: 12.5 },
  dismissed: [],
};

describe('what comes in', () => {
  test('a view of the panel is kept as it is', async () => {
    const { requests, calls } = recordedRequests();
    const keep = requestDoor('keepView', requests, silentLog);
    expect(await keep(VIEW)).toMatchObject({ ok: true });
    expect(calls).toEqual([['keepView', VIEW]]);
  });

  test('goes to the handler of its channel in the form of the contract', async () => {
    const { requests, calls } = recordedRequests();
    expect(REQUEST_NAMES).toEqual(Object.keys(contract));
    expect(REQUEST_NAMES.toSorted()).toEqual(Object.keys(REQUEST_CHANNELS).toSorted());
    const copy = requestDoor('copyFromVm', requests, silentLog);
    const answer = await copy({ accountId: 'a', vmId: 'v', what: 'ssh' });
    expect(answer).toEqual({ ok: true, value: { text: 'ssh 203.0.113.7' } });
    const hide = requestDoor('hidePanel', requests, silentLog);
    expect(await hide(undefined)).toEqual({ ok: true, value: undefined });
    expect(calls).toEqual([
      ['copyFromVm', { accountId: 'a', vmId: 'v', what: 'ssh' }],
      ['hidePanel'],
    ]);
  });

  test.each<[RequestName, unknown]>([
    ['copyFromVm', undefined],
    ['copyFromVm', { accountId: 'a', vmId: 'v', what: 'shell' }],
    ['copyFromVm', { accountId: 'a', vmId: 'v', what: 'ssh', more: 1 }],
    ['refresh', { accountId: 7 }],
    ['refresh', { accountId: 'x'.repeat(129) }],
    ['snoozeAlert', { alertId: 'a', minutes: 1e9 }],
    ['changePreferences', { idleSeconds: 1 }],
    ['changePreferences', { sshUser: '-oProxyCommand=x' }],
    ['changePreferences', { unknown: true }],
    ['hidePanel', { surprise: true }],
    ['keepView', undefined],
    ['keepView', { ...VIEW, password: 'hunter2' }],
    ['keepView', { ...VIEW, screen: { kind: 'vms', note: 'x' } }],
    ['keepView', { ...VIEW, screen: { kind: 'elsewhere' } }],
    ['keepView', { ...VIEW, list: { ...VIEW.list, query: 'x'.repeat(201) } }],
    ['keepView', { ...VIEW, list: { ...VIEW.list, activeKey: 'x'.repeat(258) } }],
    ['keepView', { ...VIEW, list: { ...VIEW.list, closedGroups: Array(6).fill('running') } }],
    ['keepView', { ...VIEW, list: { ...VIEW.list, scrollTop: Number.NaN } }],
    ['keepView', { ...VIEW, dismissed: Array(DISMISSABLE.length + 1).fill('noTray') }],
    ['signInWithKey', { baseUrl: 'https://x', key: '', accountId: null }],
  ])('%s with %j goes no further', async (name, input) => {
    const { requests, calls } = recordedRequests();
    const { log, lines } = recordedLog();
    const answer = await requestDoor(name, requests, log)(input);
    expect(answer).toMatchObject({ ok: false, refusal: { kind: 'malformed' } });
    expect(calls).toEqual([]);
    expect(lines).toEqual([`ipc.malformed {"request":"${name}"}`]);
  });
});

describe('what goes out', () => {
  const { input, output } = contract.copyFromVm;
  const asked = { accountId: 'a', vmId: 'v', what: 'ssh' };

  test('is what was promised, and nothing beside it', async () => {
    const { log, lines } = recordedLog();
    const handler = async () => ({ text: 'ssh x', secret: 'hunter2' });
    const answer = await answering('copyFromVm', { input, output }, handler, log)(asked);
    expect(answer).toMatchObject({ ok: false, refusal: { kind: 'defect' } });
    expect(lines.join()).not.toContain('hunter2');
  });

  test.each<[Error, object]>([
    [
      new RefusalError({ kind: 'notFound', message: 'It is gone.', action: 'Refresh.' }),
      { kind: 'notFound', message: 'It is gone.', action: 'Refresh.' },
    ],
    [
      new ServiceError({ kind: 'network' }),
      {
        kind: 'network',
        message: 'Failed to reach the service.',
        action: 'Check your network and the service URL.',
      },
    ],
    [new CredentialError({ kind: 'keychainLocked' }), { kind: 'keychainLocked' }],
    [new KeychainError('missing'), { kind: 'missing' }],
    [new SettingsError('readOnly', '/s.json'), { kind: 'readOnly' }],
    [new LockTimeout(), { kind: 'busy' }],
    [new LockUnavailable('/settings.lock', new Error('x')), { kind: 'unwritable' }],
  ])('%s is said in its words', async (error, refusal) => {
    const { log, lines } = recordedLog();
    const answer = await answering('x', { input, output }, () => Promise.reject(error), log)(asked);
    expect(answer).toMatchObject({ ok: false, refusal });
    expect(lines).toEqual([]);
  });

  test.each([new TypeError('the key is hunter2'), 'hunter2', undefined])(
    'a defect is logged without its words and answered in general ones',
    async (error) => {
      const { log, lines } = recordedLog();
      const fail = () => Promise.reject(error);
      const answer = await answering('x', { input, output }, fail, log)(asked);
      expect(answer).toMatchObject({ ok: false, refusal: { kind: 'defect' } });
      expect(lines).toHaveLength(1);
      expect(JSON.stringify([answer, lines])).not.toContain('hunter2');
    },
  );
});
