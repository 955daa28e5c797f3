import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunProgram, runWithTimeout } from '../../src/core/run-with-timeout.ts';
import { queryTrayHost } from '../../src/main/desktop/query-tray-host.ts';
import { startDaemon } from '../keyring/daemon.ts';
import { busListens, privateBus } from '../keyring/session-bus.ts';
import { type TrayHost, trayHostOn } from './tray-host.ts';

// The app's question about the tray on a real session bus.

const PID = 4242;
const OURS = `org.freedesktop.StatusNotifierItem-${PID}-1`;
const PROGRAMS = ['dbus-send', 'busctl'];

let env: Record<string, string> = {};
let host: TrayHost;
let close = async () => {};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-bus-'));
  await mkdir(join(folder, 'services'));
  const bus = await privateBus(folder);
  env = { PATH: process.env['PATH'] ?? '', DBUS_SESSION_BUS_ADDRESS: bus.address };
  const daemon = await startDaemon(bus.command, { env });
  await busListens(folder);
  host = trayHostOn(bus.address);
  close = async () => {
    await daemon.kill();
    await rm(folder, { recursive: true });
  };
});
afterEach(() => host.leave());
afterAll(() => close());

/** Runs only that program, as on a desktop that lacks the others. */
function only(program: string, given = env): RunProgram {
  const run = runWithTimeout(given, 30_000);
  return async (name, args) => (name === program ? run(name, args) : { state: 'absent' });
}

const register = (item: string) =>
  runWithTimeout(env, 30_000)('dbus-send', [
    ...['--session', '--print-reply', '--dest=org.kde.StatusNotifierWatcher'],
    ...['/StatusNotifierWatcher', 'org.kde.StatusNotifierWatcher.RegisterStatusNotifierItem'],
    `string:${item}`,
  ]);

test.each(PROGRAMS)('%s distinguishes the states of a tray', async (program) => {
  const ask = () => queryTrayHost(only(program), PID, 1);
  expect(await ask()).toBe('noHost');
  await host.appear({ isHost: false });
  expect(await ask()).toBe('noHost');
  await host.leave();
  await host.appear();
  expect(await ask()).toBe('host');
  await register('org.freedesktop.StatusNotifierItem-1-1');
  await register('/org/ayatana/NotificationItem/other');
  expect(await ask()).toBe('host');
  await register(OURS);
  expect(await ask()).toBe('icon');
  // The icon before it does not answer for the second one.
  expect(await queryTrayHost(only(program), PID, 2)).toBe('host');
});

test.each(PROGRAMS)('%s finds an icon that is listed by its connection', async (program) => {
  await host.appear();
  const run = only(program);
  const names = { [`string:${OURS}`]: 1, [OURS]: 1 };
  await register('/StatusNotifierItem');
  const [connection = ''] = host.items()[0]?.split('/') ?? [];
  // The owner of our name, in both programs' notation: no tool can own one and register from that connection.
  const asked = (args: readonly string[]) => args.some((arg) => arg in names);
  const answering = (owner: string): RunProgram => {
    return async (name, args) =>
      asked(args) && name === program ? { state: 'done', stdout: `s "${owner}"` } : run(name, args);
  };
  expect(await queryTrayHost(answering(connection), PID, 1)).toBe('icon');
  expect(await queryTrayHost(answering(`${connection}9`), PID, 1)).toBe('host');
  expect(await queryTrayHost(run, PID, 1)).toBe('host');
});

test('without a bus, a program, or an answer in time it does not know', async () => {
  const noBus = { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
  for (const program of PROGRAMS)
    expect(await queryTrayHost(only(program, noBus), PID, 1)).toBeNull();
  expect(await queryTrayHost(only('no program'), PID, 1)).toBeNull();
  expect(await queryTrayHost(async () => ({ state: 'late' }), PID, 1)).toBeNull();
});
