import { describe, expect, test } from 'vitest';
import type { RunOutcome } from '../run-with-timeout.ts';
import { secretServiceState } from './collection-state.ts';

const done = (stdout: string): RunOutcome => ({ state: 'done', stdout });
const failed = (stderr: string): RunOutcome => ({ state: 'failed', exitCode: 1, stderr });

/** The same results as printed by the tools, from real runs. */
const NOTATIONS = {
  'dbus-send': {
    path: (path: string) =>
      `method return time=1.5 sender=:1.0 -> destination=:1.4 serial=8 reply_serial=2\n   object path "${path}"\n`,
    bool: (value: boolean) =>
      `method return time=1.5 sender=:1.0 -> destination=:1.4 serial=8 reply_serial=2\n   variant       boolean ${value}\n`,
    search: (open: string[], locked: string[]) => {
      const array = (paths: string[]) =>
        `   array [\n${paths.map((path) => `      object path "${path}"\n`).join('')}   ]\n`;
      return `method return time=1.5 sender=:1.0 -> destination=:1.4 serial=8\n${array(open)}${array(locked)}`;
    },
    noService:
      'Error org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided by any .service files\n',
    noBus:
      'Failed to open connection to "session" message bus: Unable to autolaunch a dbus-daemon without a $DISPLAY for X11\n',
  },
  busctl: {
    path: (path: string) => `{"type":"o","data":["${path}"]}\n`,
    bool: (value: boolean) => `{"type":"b","data":${value}}\n`,
    search: (open: string[], locked: string[]) =>
      `${JSON.stringify({ type: 'aoao', data: [open, locked] })}\n`,
    noService:
      'Call failed: The name org.freedesktop.secrets was not provided by any .service files\n',
    noBus: 'Failed to connect to bus: No such file or directory\n',
  },
} as const;

const LOGIN = '/org/freedesktop/secrets/collection/login';
const ITEM = `${LOGIN}/1`;

interface Keyring {
  readonly search?: readonly [string[], string[]];
  readonly alias?: string;
  readonly locked?: boolean;
  readonly instead?: RunOutcome;
}

function state(tool: keyof typeof NOTATIONS, keyring: Keyring) {
  const calls: (readonly string[])[] = [];
  const ask = secretServiceState(async (program, args) => {
    if (program !== tool) return { state: 'absent' };
    calls.push(args);
    if (keyring.instead) return keyring.instead;
    const line = args.join(' ');
    const print = NOTATIONS[tool];
    if (line.includes('SearchItems')) {
      const [open, locked] = keyring.search ?? [[], []];
      return done(print.search(open, locked));
    }
    return done(
      line.includes('ReadAlias')
        ? print.path(keyring.alias ?? LOGIN)
        : print.bool(keyring.locked ?? false),
    );
  });
  return { ask, calls };
}

describe.each(['dbus-send', 'busctl'] as const)('with %s', (tool) => {
  test('the default keyring is unlocked, locked or missing', async () => {
    expect(await state(tool, { locked: false }).ask()).toBe('available');
    expect(await state(tool, { locked: true }).ask()).toBe('locked');
    expect(await state(tool, { alias: '/' }).ask()).toBe('missing');
  });

  test('an item in a locked keyring is locked, even beside an unlocked default one', async () => {
    const locked = state(tool, { locked: false, search: [[], [ITEM]] });
    expect(await locked.ask('account-1')).toBe('locked');
    const open = state(tool, { locked: true, search: [[ITEM], []] });
    expect(await open.ask('account-1')).toBe('available');
    const none = state(tool, { locked: true, search: [[], []] });
    expect(await none.ask('account-1')).toBe('locked');
  });

  test('without a service or a bus it is missing', async () => {
    const { noService, noBus } = NOTATIONS[tool];
    expect(await state(tool, { instead: failed(noService) }).ask('account-1')).toBe('missing');
    expect(await state(tool, { instead: failed(noBus) }).ask()).toBe('missing');
  });

  test('an unresponsive service is silent and gets no further query', async () => {
    const { ask, calls } = state(tool, { instead: { state: 'late' } });
    expect(await ask('account-1')).toBe('notAnswering');
    expect(calls).toHaveLength(1);
  });

  test('any other failure is unknown', async () => {
    expect(await state(tool, { instead: failed('Access denied\n') }).ask()).toBe('unknown');
    expect(await state(tool, { instead: done('') }).ask('account-1')).toBe('unknown');
  });

  test('an item name that needs quoting is not searched for', async () => {
    const { ask, calls } = state(tool, {});
    await ask("x','y': 'z");
    expect(calls.flat().join(' ')).not.toContain('z');
  });
});

test('the state is unknown without a tool', async () => {
  expect(await secretServiceState(async () => ({ state: 'absent' }))('account-1')).toBe('unknown');
});
