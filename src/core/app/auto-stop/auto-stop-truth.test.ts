import { expect, test } from 'vitest';
import { inStatus } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { CredentialError } from '../../accounts/index.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

// Auto-stops whose list and single record disagree, and what their account can do.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NETWORK = new ServiceError({ kind: 'network' });
const OTHER_VM = new ServiceError({ kind: 'incompatible', endpoint: 'GET', found: 'another VM' });

const as = (status: string) => (vm: Vm) => ({ ...vm, ...inStatus(status) });

const CONTRADICTED = 'It is listed as not stopped, but by its own record it doesn’t run.';
const UNAUTHORIZED = new ServiceError({ kind: 'unauthorized', credential: 'apiKey' });
const GATEWAY = new ServiceError({ kind: 'notTheService', found: 'answer', status: 403 }, 403);
const LOCKED = new CredentialError({ kind: 'keychainLocked' });

const LIES: [string, (vm: Vm) => Vm | Error | null, string][] = [
  ['no VM', () => null, ''],
  ['stopped', as('stopped'), CONTRADICTED],
  ['destroyed', as('destroyed'), CONTRADICTED],
  ['interrupted', as('interrupted'), CONTRADICTED],
  ['stopping', as('stopping'), 'has not confirmed the stop within 2 min'],
  ["another VM's record", () => OTHER_VM, 'Unexpected response to GET: another VM.'],
  ['no connection', () => NETWORK, 'Failed to reach the service. Check'],
  ['that the key has expired', () => UNAUTHORIZED, 'API key rejected (401)'],
  ['that the keychain is locked', () => LOCKED, 'keychain is locked'],
];

test.each(LIES)('a single record that says %s delays a stop once, and no more', async (_, lie) => {
  const own = autoStopWorld('1h');
  const end = own.clock.now() + HOUR;
  await own.pass(MINUTE);
  let lies = 1;
  own.says.record = (vm) => {
    if (own.clock.now() < end || lies === 0) return vm;
    lies -= 1;
    return lie(vm);
  };
  await own.pass(HOUR + 5 * MINUTE);
  expect([own.truth().status, own.sent.length, own.autoStop()]).toEqual(['stopped', 1, undefined]);
  expect((own.sent[0] ?? 0) - end).toBeLessThanOrEqual(130_000);
  expect(own.titles().length).toBeLessThan(3);
});

// Of a record that says "no VM", the list counts.
test.each(LIES.slice(1))(
  'a single record that says %s for long is notified within two minutes, with its reason, and ends no auto-stop',
  async (_, lie, reason) => {
    const own = autoStopWorld('1h');
    await own.pass(HOUR - MINUTE);
    own.says.record = lie;
    await own.pass(3 * MINUTE + 30_000);
    const told = own.titles().slice(1);
    expect(told).toEqual([expect.stringMatching(/^train (is not|has not) stopped$/)]);
    expect(own.bodies()[1]).toContain(reason);
    await own.pass(2 * HOUR, 2 * MINUTE);
    expect([own.titles().length, own.sent, own.autoStop()?.name]).toEqual([2, [], 'train']);
    own.says.record = (vm) => vm;
    await own.pass(5 * MINUTE);
    expect([own.truth().status, own.autoStop()]).toEqual(['stopped', undefined]);
  },
);

test('a VM that is listed as running after a confirmed stop is stopped again, and notified', async () => {
  const own = autoStopWorld('1h');
  await own.pass(MINUTE);
  own.says.list = as('running');
  own.says.stop = () => null;
  own.says.record = (vm) => (own.sent.length === 1 ? { ...vm, ...inStatus('stopped') } : vm);
  await own.pass(HOUR + 4 * MINUTE);
  expect(own.titles().slice(1)).toEqual(['train is not stopped']);
  expect(own.bodies()[1]).toContain(CONTRADICTED);
  own.says.record = (vm) => vm;
  await own.pass(MINUTE);
  expect(own.sent).toHaveLength(2);
});

test.each([0, HOUR])(
  'a VM that is interrupted when its auto-stop ends is stopped when it runs again, also after a restart of %d ms',
  async (ms) => {
    const own = autoStopWorld('1h');
    await own.pass(59 * MINUTE);
    own.becomes('interrupted');
    await own.pass(3 * HOUR, 2 * MINUTE);
    expect([own.sent, own.autoStop()?.progress?.kind]).toEqual([[], 'interrupted']);
    if (ms > 0) await own.restart(ms);
    own.becomes('running');
    await own.pass(2 * MINUTE);
    expect([own.truth().status, own.sent.length, own.autoStop()]).toEqual([
      'stopped',
      1,
      undefined,
    ]);
    expect(own.titles().includes('train is not stopped')).toBe(false);
  },
);

test('a run that began in the second of the end, of which the provider tells no fraction, is not stopped', async () => {
  const own = autoStopWorld('1h');
  await own.pass(HOUR - 1);
  own.becomes('stopped');
  own.becomes('running', new Date(Math.floor(own.clock.now() / 1_000) * 1_000).toISOString());
  await own.pass(5 * MINUTE);
  expect([own.sent, own.titles().at(-1)]).toEqual([[], 'The auto-stop of train has ended']);
});

test('the clock of this computer being behind, the run that was seen before the end is stopped', async () => {
  const own = autoStopWorld('1h');
  own.becomes('running', new Date(own.clock.now() + 24 * HOUR).toISOString());
  await own.pass(HOUR + 2 * MINUTE);
  expect(own.truth().status).toBe('stopped');
});

test('a stop that was not announced is notified, also after a restart', async () => {
  const own = autoStopWorld('1h');
  await own.pass(MINUTE);
  await own.restart(2 * HOUR);
  await own.clock.advance(1_000);
  expect([own.sent.length, own.autoStop()?.progress?.kind]).toEqual([1, 'sent']);
  await own.restart();
  await own.pass(3 * MINUTE);
  expect([own.sent.length, own.autoStop()]).toEqual([1, undefined]);
  expect(own.titles()).toEqual(['train was stopped']);
  expect(own.bodies()[0]).toMatch(/^Its auto-stop was due at \d\d:\d\d\. Destroy it/);
});

test.each(['stopping', 'stopped'])(
  'a stop whose process was killed is notified, though the next one is too, which first sees the VM %s',
  async (status) => {
    const own = autoStopWorld('1h');
    await own.pass(MINUTE);
    await own.restart(2 * HOUR);
    const { stop } = own.says;
    // The service carries out the stop, and its answer never comes.
    own.says.stopping = () => {
      stop();
      return new Promise(() => {});
    };
    await own.poll();
    own.becomes(status);
    await own.restart();
    // It removes its note of the stop once that is confirmed.
    await own.clock.advance(0);
    await own.restart();
    await own.pass(3 * MINUTE);
    expect([own.sent, own.titles(), own.autoStop()]).toEqual([[], ['train is stopped'], undefined]);
  },
);

test.each([
  ['whose answer is lost', NETWORK, 'has'],
  ['that something in front of the provider took', null, 'has'],
  ['that a gateway answers with a 403', GATEWAY, 'is'],
  ['that is refused', new ServiceError({ kind: 'forbidden' }), 'is'],
])('a stop %s is sent again while the VM runs, and told once', async (_, answer, verb) => {
  const own = autoStopWorld('1h');
  const { stop } = own.says;
  own.says.stop = () => answer;
  await own.pass(2 * HOUR);
  const waits = own.sent.slice(1).map((at, index) => at - (own.sent[index] ?? 0));
  expect(waits.length).toBeGreaterThan(30);
  expect(Math.max(...waits)).toBeLessThan(120_000);
  expect(own.titles().slice(1)).toEqual([`train ${verb} not stopped`]);
  expect(own.unconfirmed()).toMatchObject([{ autoStop: { vmId: 'v' }, at: own.sent[0] }]);
  own.says.stop = stop;
  await own.pass(3 * MINUTE);
  expect([own.truth().status, own.autoStop()]).toEqual(['stopped', undefined]);
  expect(own.unconfirmed()).toEqual([]);
});

test('one that is extended while its VM is read before the stop is not stopped', async () => {
  const own = autoStopWorld('1h');
  own.says.record = (vm) => {
    void own.set('4h');
    return vm;
  };
  await own.pass(HOUR + MINUTE);
  expect([own.sent, own.truth().status]).toEqual([[], 'running']);
});

test.each([
  ['one of this run', false, true],
  ['one of another client', true, undefined],
])('the account is proven by a stop that was confirmed: %s', async (_, isOfOther, proven) => {
  const own = autoStopWorld('15m', { provider: 'runpod' });
  own.account({ keys: { isUnproven: true } });
  await own.setDefault(null);
  await own.pass(14 * MINUTE);
  // Our list is older than that.
  own.says.list = (vm) => ({ ...vm, ...inStatus('running') });
  if (isOfOther) own.becomes('stopping');
  await own.clock.advance(MINUTE);
  await own.clock.advance(30_000);
  if (isOfOther) own.becomes('stopped');
  await own.clock.advance(30_000);
  expect([own.sent.length, own.truth().status]).toEqual([isOfOther ? 0 : 1, 'stopped']);
  expect(own.stored().accounts[0]?.proven).toBe(proven);
});

test('an auto-stop is set only where its stop is possible, and confirmed if it erases everything', async () => {
  const own = autoStopWorld(null);
  const erases = { stop: { keeps: [], notes: [] } };
  own.is({ refusals: { stop: 'It is locked.' } });
  await own.poll();
  const refused = await own.request({ when: '2h' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ refusal: { action: 'It is locked.' } });
  own.is({ refusals: {}, effects: erases });
  await own.poll();
  await expect(own.request({ when: '2h' })).rejects.toThrow('Stopping train erases everything');
  expect(own.autoStop()).toBeUndefined();
  await own.request({ when: '2h', mayErase: true });
  // Extended from its notification.
  await own.request({ when: '3h' });
  expect(own.autoStop()?.limit).toMatchObject({ ms: 3 * HOUR });
});
