import { beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createVirtualClock, type VirtualClock } from '../testing/virtual-clock.ts';
import type { HelperProcess, SpawnHelper } from './helper-process.ts';
import { createKeytarStore, KEYCHAIN_DEADLINES } from './keytar-client.ts';
import type { KeytarCall } from './keytar-protocol.ts';

/** A helper process that the test controls. */
class FakeHelper implements HelperProcess {
  readonly received: KeytarCall[] = [];
  killed = false;
  readonly emit: (message: unknown) => void;
  readonly exit: () => void;

  constructor(...[onMessage, onExit]: Parameters<SpawnHelper>) {
    this.emit = onMessage;
    this.exit = onExit;
  }
  send(call: KeytarCall) {
    this.received.push(call);
  }
  kill() {
    this.killed = true;
    this.exit();
  }
  refuse(refusal: string) {
    this.emit({ refusal });
  }
  /** Replies to the latest call. */
  answer(value: string | boolean | null) {
    this.emit({ value });
  }
}

let clock: VirtualClock;
let helpers: FakeHelper[];
let prompting: () => Promise<boolean>;
let waiting: boolean[];
let client: ReturnType<typeof createKeytarStore>;
let spawnFails: boolean;

beforeEach(() => {
  clock = createVirtualClock();
  helpers = [];
  prompting = async () => false;
  waiting = [];
  spawnFails = false;
  client = createKeytarStore({
    clock,
    log: silentLog,
    collectionState: async () => 'available',
    deadlines: KEYCHAIN_DEADLINES,
    spawnHelper(...listeners) {
      if (spawnFails) throw new Error('EAGAIN');
      const helper = new FakeHelper(...listeners);
      helpers.push(helper);
      return helper;
    },
    mayPrompt: () => prompting(),
    onWaiting: (now) => waiting.push(now),
  });
});

/** The state of a promise, without awaiting it. */
function watch(promise: Promise<unknown>): { state: string } {
  const seen = { state: 'pending' };
  promise.then(
    (value) => {
      seen.state = `resolved ${JSON.stringify(value)}`;
    },
    (error) => {
      seen.state = `rejected ${error.kind}`;
    },
  );
  return seen;
}
const get = (item = 'a') => watch(client.get(item));
const latest = () => {
  const helper = helpers.at(-1);
  if (!helper) throw new Error('no helper was started');
  return helper;
};
const started = async () => {
  await clock.advance(0);
  latest().emit({ value: null });
  await clock.advance(0);
};

test('starts one helper for many calls and sends one at a time', async () => {
  const first = get('a');
  const second = get('b');
  await started();
  expect(latest().received.map(({ item }) => item)).toEqual(['a']);
  latest().answer('one');
  await clock.advance(0);
  expect(first.state).toBe('resolved "one"');
  expect(latest().received.map(({ item }) => item)).toEqual(['a', 'b']);
  latest().answer(null);
  await clock.advance(0);
  expect(second.state).toBe('resolved null');
  expect(helpers).toHaveLength(1);
});

describe('a timeout', () => {
  test('kills the helper, fails the queued calls, and the next call gets a new helper', async () => {
    const calls = [get(), get(), get()];
    await started();
    await clock.advance(KEYCHAIN_DEADLINES.callMs - 1);
    expect(calls.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    await clock.advance(1);
    expect(new Set(calls.map(({ state }) => state))).toEqual(new Set(['rejected notAnswering']));
    expect(latest().killed).toBe(true);

    const next = get();
    await started();
    expect(helpers).toHaveLength(2);
    latest().answer('back');
    await clock.advance(0);
    expect(next.state).toContain('back');
  });

  test('applies to a helper that never becomes ready', async () => {
    const call = get();
    await clock.advance(KEYCHAIN_DEADLINES.startMs);
    expect(call.state).toBe('rejected notAnswering');
    expect(latest().killed).toBe(true);
  });

  test('drops a late reply of the killed helper', async () => {
    const first = get();
    await started();
    const old = latest();
    await clock.advance(KEYCHAIN_DEADLINES.callMs);
    const second = get();
    await started();
    old.answer('late');
    await clock.advance(0);
    expect([first.state, second.state]).toEqual(['rejected notAnswering', 'pending']);
  });
});

describe('while the keyring prompts the user', () => {
  test('the call may take longer, and the UI is notified', async () => {
    prompting = async () => true;
    const call = get();
    await started();
    await clock.advance(KEYCHAIN_DEADLINES.lookAfterMs);
    expect(waiting).toEqual([true]);
    await clock.advance(KEYCHAIN_DEADLINES.promptMs - 1);
    expect(call.state).toBe('pending');
    latest().answer('unlocked');
    await clock.advance(0);
    expect(call.state).toContain('unlocked');
    expect(waiting).toEqual([true, false]);
  });

  test('an unanswered prompt rejects as locked', async () => {
    prompting = async () => true;
    const calls = [get(), get()];
    await started();
    await clock.advance(KEYCHAIN_DEADLINES.lookAfterMs + KEYCHAIN_DEADLINES.promptMs);
    expect(calls.map(({ state }) => state)).toEqual(['rejected locked', 'rejected locked']);
    expect(waiting).toEqual([true, false]);
    expect(latest().killed).toBe(true);
  });

  test('a check that hangs or fails leaves the short deadline', async () => {
    const noBus = async () => {
      throw new Error('no bus');
    };
    for (const check of [() => new Promise<boolean>(() => {}), noBus]) {
      prompting = check;
      const call = get();
      await started();
      await clock.advance(KEYCHAIN_DEADLINES.callMs);
      expect(call.state).toBe('rejected notAnswering');
    }
    expect(waiting).toEqual([]);
  });
});

describe('a helper that exits', () => {
  test('fails the call in progress only', async () => {
    const first = get('a');
    const second = get('b');
    await started();
    latest().exit();
    await started();
    expect(first.state).toBe('rejected crashed');
    expect(helpers).toHaveLength(2);
    expect(latest().received.map(({ item }) => item)).toEqual(['b']);
    latest().answer('fine');
    await clock.advance(0);
    expect(second.state).toContain('fine');
  });

  test('before it is ready, or that cannot be started, fails the call', async () => {
    const dying = get();
    await clock.advance(0);
    latest().exit();
    await clock.advance(0);
    spawnFails = true;
    const impossible = get();
    await clock.advance(0);
    expect([dying.state, impossible.state]).toEqual(['rejected crashed', 'rejected crashed']);
    expect(clock.pending()).toEqual([]);
  });
});

describe('a refusal', () => {
  const stale = 'The session wrapping the secret does not exist';
  const serve = async (value: string) => {
    get();
    await started();
    latest().answer(value);
    await clock.advance(0);
  };

  test('by a helper that has worked before is checked with a fresh one', async () => {
    await serve('x');
    const call = get('b');
    await clock.advance(0);
    latest().refuse(stale);
    await started();
    expect(helpers.map(({ killed }) => killed)).toEqual([true, false]);
    expect(latest().received).toMatchObject([{ op: 'get', item: 'b' }]);
    latest().answer('y');
    await clock.advance(0);
    expect(call.state).toBe('resolved "y"');
  });

  test('by a fresh helper is final, and the helper is kept', async () => {
    for (const text of ['one', 'two']) {
      const call = get();
      await (helpers.length === 0 ? started() : clock.advance(0));
      latest().refuse(text);
      await clock.advance(0);
      expect(call.state).toBe('rejected refused');
    }
    expect(helpers).toHaveLength(1);
  });

  test('because of a lock is not checked, to avoid a second prompt', async () => {
    await serve('x');
    const call = get();
    await clock.advance(0);
    latest().refuse('Cannot create an item in a locked collection');
    await clock.advance(0);
    expect(call.state).toBe('rejected locked');
    expect(helpers).toHaveLength(1);
  });
});

test('an idle helper is ended, a used one is not', async () => {
  get();
  await started();
  latest().answer('x');
  await clock.advance(KEYCHAIN_DEADLINES.idleMs - 1);
  expect(latest().killed).toBe(false);
  get();
  await clock.advance(1);
  expect(latest().killed).toBe(false);
  latest().answer('y');
  await clock.advance(KEYCHAIN_DEADLINES.idleMs);
  expect(latest().killed).toBe(true);
});

test('dispose ends the helper, every call and every timer', async () => {
  const calls = [get(), get()];
  await started();
  client.dispose();
  calls.push(get());
  await clock.advance(0);
  expect(calls.map(({ state }) => state)).toEqual(Array(3).fill('rejected crashed'));
  expect(latest().killed).toBe(true);
  expect(helpers).toHaveLength(1);
  expect(clock.pending()).toEqual([]);
});
