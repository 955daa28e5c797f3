import { describe, expect, test } from 'vitest';
import { withBilled } from '../../../shared/domain/billing.ts';
import {
  inStatus,
  makeRates,
  makeSpend,
  makeVm,
  makeVmList,
  whileRunning,
} from '../../../shared/domain/testing/records.ts';
import type { Vm, VmEffects } from '../../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { Notification } from '../../events/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { Choice, ChoiceAnswer } from '../kernel/ports.ts';
import { createQuitQuestion, leaveReminder, startLeaveReminder } from './leave-reminder.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A VM and its rate in the spend; undefined: the spend does not list it. */
interface Row extends Pick<Vm, 'id'>, Partial<Pick<Vm, 'status' | 'rates' | 'effects'>> {
  readonly rate?: number | null | undefined;
}

const vmOf = ({ id, status = 'running', rate: _, ...more }: Row): Vm =>
  makeVm({ id, status, label: id, effects: { stop: { keeps: [], notes: [] } }, ...more });

/** @param rows the VMs by account */
function stateOf(rows: Readonly<Record<string, readonly Row[]>>): AppState {
  const state = initialState(environment, NOW);
  const snapshots = Object.entries(rows).map(([id, vms]) => {
    const billed = vms.flatMap((vm) =>
      vm.rate === undefined ? [] : [{ vmId: vm.id, totalPerHour: vm.rate }],
    );
    const spend = makeSpend({ vms: billed });
    const snapshot: AccountSnapshot = {
      vms: { value: makeVmList(withBilled(vms.map(vmOf), spend)), problem: null },
      spend: { value: spend, problem: null },
      ...{ asOf: NOW - HOUR, freshness: 'live' },
    };
    return [id, snapshot] as const;
  });
  const accounts = Object.keys(rows).map((id) => makeAccount({ id }));
  return { ...state, accounts, snapshots: Object.fromEntries(snapshots) };
}

const train: Row = { id: 'train', rate: 1.2 };
const scratch: Row = { id: 'scratch', rate: 0.18 };

describe('leaveReminder', () => {
  test.each<readonly [string, Readonly<Record<string, readonly Row[]>>, string | null]>([
    ['without accounts', {}, null],
    ['with one VM', { a: [train] }, 'train keeps billing $1.20/h'],
    ['with several', { a: [scratch, train] }, '2 VMs keep billing $1.38/h'],
    [
      'with one VM that two accounts list',
      { a: [{ id: 'train', rate: null }], b: [train] },
      'train keeps billing $1.20/h',
    ],
    [
      'with an unknown rate',
      { a: [train, { id: 'x', rate: null }] },
      '2 VMs keep billing ≥ $1.20/h',
    ],
    [
      'with a rate that leaves something out',
      { a: [{ ...train, rates: makeRates({ now: { perHour: 1.2, isAtLeast: true } }) }, scratch] },
      '2 VMs keep billing ≥ $1.38/h',
    ],
    ['with no known rate', { a: [{ id: 'x' }, { id: 'y', rate: null }] }, '2 VMs keep billing'],
    [
      'with a running VM that the spend does not list yet',
      { a: [{ id: 'x', rates: whileRunning(2) }] },
      'x keeps billing $2.00/h',
    ],
    ['with a free VM', { a: [{ id: 'x', rate: 0 }] }, null],
    ['with one that starts', { a: [{ id: 'x', status: 'starting' }] }, 'x keeps billing'],
    ['with the disk of a stopped VM', { a: [{ ...scratch, ...inStatus('stopped') }] }, null],
    [
      'with a failed VM',
      { a: [{ ...train, ...inStatus('failed') }] },
      'train keeps billing $1.20/h',
    ],
    ['with a failed VM of unknown rate', { a: [{ id: 'x', status: 'failed' }] }, null],
  ])('%s', (_, rows, title) => {
    expect(leaveReminder(stateOf(rows))?.title ?? null).toBe(title);
  });

  test('lists each VM with its account and rate, the highest first', () => {
    const found = leaveReminder(stateOf({ a: [scratch], b: [train, { id: 'x' }] }));
    expect(found?.list).toBe('b: train $1.20/h; a: scratch $0.18/h; b: x');
    expect(found?.advice).toBe('Stop them in the console if you are done.');
  });

  test.each([
    [['a/train'], 'scratch keeps billing $0.18/h'],
    [['b/train', 'a/scratch'], null],
  ])('leaves out the muted VMs %j', (mutedVms, title) => {
    const state = stateOf({ a: [train, scratch], b: [train] });
    const muting = { ...state, preferences: { ...state.preferences, mutedVms } };
    expect(leaveReminder(muting)?.title ?? null).toBe(title);
  });

  test('names the end that a provider without a stop has', () => {
    const effects: VmEffects = { destroy: { label: 'Terminate', keeps: [], notes: [] } };
    const found = leaveReminder(stateOf({ a: [{ ...train, effects }] }));
    expect(found?.advice).toBe('Terminate it in the console if you are done.');
  });

  test('leaves out a VM that confirmed that it stops itself', () => {
    const limit = { kind: 'time', at: NOW + HOUR } as const;
    const known = { text: '', isConfirmed: true };
    const armed = { ...known, stops: limit, wanted: limit };
    const named = { kind: 'stop', accountId: 'a', vmId: 'train', name: 'train' } as const;
    const autoStops = { 'a/train': { ...named, limit, armed } };
    expect(leaveReminder({ ...stateOf({ a: [train] }), autoStops })).toBeNull();
  });

  test('hides amounts', () => {
    const state = stateOf({ a: [train, scratch] });
    const hidden = { ...state, preferences: { ...state.preferences, hideAmounts: true } };
    expect(leaveReminder(hidden)).toMatchObject({
      ...{ title: '2 VMs keep billing ••••/h', list: 'train ••••/h; scratch ••••/h' },
    });
  });
});

describe('of a provider that can stop', () => {
  const stoppable = (rows: readonly Row[]): AppState => ({
    ...stateOf({ a: rows }),
    accounts: [{ ...makeAccount({ id: 'a' }), can: ['stop'] }],
  });

  test.each([
    ['one VM', [train], 'Stop it in its details if you are done.'],
    ['several', [train, scratch], 'Stop them in their menus if you are done.'],
  ])('%s can be stopped from here', (_, rows, advice) => {
    expect(leaveReminder(stoppable(rows))).toMatchObject({ isStoppable: true, advice });
  });

  test.each([
    ['stop', false, true],
    ['destroy', false, true],
    ['stop', true, false],
    ['start', false, false],
  ] as const)('after a %s (overdue: %s) it is left out: %s', (operation, isOverdue, isLeftOut) => {
    const operations = { 'a/train': { operation, isOverdue } };
    expect(leaveReminder({ ...stoppable([train]), operations }) === null).toBe(isLeftOut);
  });

  test('a click on the reminder opens the confirmation of the stop', () => {
    const shown: Notification[] = [];
    const part = startLeaveReminder({
      store: { get: () => stoppable([train]) },
      show: (notification) => void shown.push(notification),
      clock: createVirtualClock(NOW),
    });
    part.suspended?.();
    const screen = { kind: 'vm', accountId: 'a', vmId: 'train', operation: 'stop' };
    const buttons = [{ label: 'Stop…', action: { kind: 'openPanel', screen } }];
    expect(shown).toMatchObject([{ destination: screen, buttons }]);
  });
});

const off = (state: AppState): AppState => ({
  ...state,
  preferences: { ...state.preferences, remindOnLeaving: false },
});

describe('the reminder', () => {
  function setup(initial = stateOf({ a: [train] })) {
    const clock = createVirtualClock(NOW);
    const shown: Notification[] = [];
    let state = initial;
    const part = startLeaveReminder({
      store: { get: () => state },
      show: (notification) => void shown.push(notification),
      clock,
    });
    return {
      part,
      clock,
      shown,
      become(next: AppState) {
        state = next;
      },
    };
  }

  test('comes before sleep, and leads to the VM', () => {
    const { part, shown } = setup();
    part.suspended?.();
    expect(shown).toEqual([
      {
        title: 'train keeps billing $1.20/h',
        body: 'Stop it in the console if you are done.',
        destination: { kind: 'vm', accountId: 'a', vmId: 'train' },
        buttons: [],
      },
    ]);
  });

  test('comes when the screen was locked for five minutes, with the VMs of that time', async () => {
    const { part, clock, shown, become } = setup(stateOf({ a: [] }));
    part.screenLocked?.(true);
    await clock.advance(5 * MINUTE - 1);
    expect(shown).toEqual([]);
    become(stateOf({ a: [scratch] }));
    await clock.advance(1);
    expect(shown).toMatchObject([{ title: 'scratch keeps billing $0.18/h' }]);
  });

  test.each(['unlocked', 'stopped'])('does not come when it is %s before', async (how) => {
    const { part, clock, shown } = setup();
    part.screenLocked?.(true);
    await clock.advance(4 * MINUTE);
    if (how === 'stopped') await part.stop?.();
    else part.screenLocked?.(false);
    await clock.advance(HOUR);
    expect(shown).toEqual([]);
  });

  test('comes once per absence, though a locked computer wakes by itself', async () => {
    const { part, clock, shown } = setup();
    part.screenLocked?.(true);
    for (let wakes = 0; wakes < 3; wakes += 1) {
      part.suspended?.();
      part.resumed?.();
      await clock.advance(HOUR);
    }
    part.remind();
    expect(shown).toHaveLength(1);
    part.screenLocked?.(false);
    part.suspended?.();
    expect(shown).toHaveLength(2);
    // Linux reports no lock.
    part.resumed?.();
    part.suspended?.();
    expect(shown).toHaveLength(3);
  });
});

describe('the question before a quit', () => {
  /** @param answer null: no question can be asked */
  function setup(state: AppState, answer: Promise<ChoiceAnswer> | null) {
    const asked: Choice[] = [];
    const sent: unknown[] = [];
    const mayQuit = createQuitQuestion({
      state: () => state,
      desktop: {
        dialogs: {
          async ask(choice) {
            asked.push(choice);
            if (answer === null) throw new Error('no display');
            return answer;
          },
        },
        panel: { open: (screen) => void sent.push(['openPanel', screen]) },
      },
      show: ({ title }) => void sent.push(['notify', title]),
      requests: {
        openConsole: async (input) => void sent.push(['openConsole', input]),
        async changePreferences(change) {
          sent.push(['changePreferences', change]);
          throw new Error('read-only settings');
        },
      },
    });
    return { mayQuit, asked, sent };
  }

  const answered = (button: number, isChecked = false) => Promise.resolve({ button, isChecked });
  const billing = stateOf({ a: [train, scratch] });
  const withConsole = {
    ...billing,
    accounts: [makeAccount({ id: 'a', consoleUrl: 'https://console.example.com/' })],
  };

  test('names the VMs and what can be done', async () => {
    const { mayQuit, asked } = setup(billing, answered(0));
    expect(await mayQuit()).toBe(false);
    expect(asked).toEqual([
      {
        title: '2 VMs keep billing $1.38/h',
        detail:
          'train $1.20/h; scratch $0.18/h\n\nGPU Tray sends no alerts after you quit. Stop them in the console if you are done.',
        buttons: ['Keep running in the tray', 'Quit'],
        checkbox: 'Don’t remind me when I leave',
      },
    ]);
  });

  test.each<readonly [string, AppState, Promise<ChoiceAnswer> | null, boolean, unknown[]]>([
    ['quits on Quit', billing, answered(1), true, []],
    ['stays when it is closed on macOS', billing, answered(-1000), false, []],
    [
      'notifies and quits where none can be asked',
      billing,
      null,
      true,
      [['notify', '2 VMs keep billing $1.38/h']],
    ],
    [
      'opens the console and stays',
      withConsole,
      answered(1),
      false,
      [['openConsole', { accountId: 'a' }]],
    ],
    [
      'opens the VMs that can be stopped from here and stays',
      {
        ...withConsole,
        accounts: withConsole.accounts.map((one) => ({ ...one, can: ['stop'] })),
      },
      answered(1),
      false,
      [['openPanel', { kind: 'vms' }]],
    ],
    [
      'turns the reminder off and quits, even where that cannot be stored',
      billing,
      answered(1, true),
      true,
      [['changePreferences', { remindOnLeaving: false }]],
    ],
    ['is not asked while nothing is billed', stateOf({ a: [] }), answered(0), true, []],
    ['is not asked when it is off', off(billing), answered(0), true, []],
  ])('%s', async (_, state, answer, isQuit, requests) => {
    const { mayQuit, sent } = setup(state, answer);
    expect(await mayQuit()).toBe(isQuit);
    expect(sent).toEqual(requests);
  });

  test('without a tray, the app keeps running elsewhere', async () => {
    const environment = { ...billing.environment, hasTray: false };
    const { mayQuit, asked } = setup({ ...billing, environment }, answered(0));
    await mayQuit();
    expect(asked[0]?.buttons[0]).toBe('Keep running');
  });

  test('Quit again while it is open quits', async () => {
    const { mayQuit, asked } = setup(billing, new Promise(() => {}));
    void mayQuit();
    expect(await mayQuit()).toBe(true);
    expect(asked).toHaveLength(1);
  });
});
