import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { describeInternalError, silentLog } from '../../core/log.ts';
import { Secret } from '../../core/secret.ts';
import { createFileLog, recordInternalErrors } from './log.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

test('writes one line per event to a private file of limited size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-log-'));
  try {
    const { log } = createFileLog(folder, clock);
    log.debug('too.much');
    log.info('app.started', { version: '0.1.0' });
    log.warn('label', { label: 'one\ntwo %s %c' });
    log.error('plain');
    const path = join(folder, 'logs/main.log');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'info app.started {"version":"0.1.0"}',
      'warn label {"label":"one\\ntwo %s %c"}',
      'error plain',
    ]);
    expect(lines[0]).toMatch(/^2026-01-02T03:04:05\.000Z info /);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);

    // Not one letter many times: other tests of this process have such a key, which the log leaves out.
    const long = 'a long line '.repeat(8_500);
    for (let count = 0; count < 25; count += 1) log.info('filling', { long });
    expect((await stat(path)).size).toBeLessThan(1_300_000);
    expect((await stat(join(folder, 'logs/main.old.log'))).size).toBeLessThan(1_300_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(['a file', 'a broken link'])(
  'logs nothing, and nothing to the terminal, with %s in place of its folder',
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-log-'));
    const printing = (['log', 'warn', 'error', 'info'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    try {
      if (kind === 'a file') await writeFile(join(folder, 'logs'), '');
      else await symlink(join(folder, 'missing', 'deeper'), join(folder, 'logs'));
      const { log } = createFileLog(folder, clock);
      for (let count = 0; count < 3; count += 1) log.error('line', { count });
      for (const print of printing) expect(print).not.toHaveBeenCalled();
      expect(await readdir(folder)).toEqual(['logs']);
    } finally {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  },
);

test('redacts credentials by value and by form in every line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-log-'));
  try {
    const password = new Secret('canary "password"');
    const { log } = createFileLog(folder, clock);
    log.error('poll.internal_error', {
      message: `unexpected ${password.reveal()} in the body`,
      json: JSON.stringify({ sent: password.reveal() }),
      header: 'Bearer canary-unknown',
      count: 2,
    });
    const text = await readFile(join(folder, 'logs/main.log'), 'utf8');
    expect(text).not.toContain('canary');
    expect(text).toContain('"message":"unexpected [redacted] in the body"');
    expect(text).toContain('"count":2');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps warnings and errors without what may name a user, and logs them in full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-log-'));
  try {
    const { log, recentErrors } = createFileLog(folder, clock);
    log.info('app.started', { version: '1' });
    log.warn('settings.moved_aside', { aside: '/home/lea/aside.json' });
    log.error('internal_error.exception', { error: 'TypeError', code: null, at: 'main.js:1:2' });
    log.error('poll.internal_error', { message: 'canary' });
    log.warn('keychain.refused', { reason: `no ${new Secret('canary-key').reveal()}` });
    expect(recentErrors()).toEqual([
      '2026-01-02T03:04:05.000Z settings.moved_aside',
      '2026-01-02T03:04:05.000Z internal_error.exception error=TypeError at=main.js:1:2',
      '2026-01-02T03:04:05.000Z poll.internal_error',
      '2026-01-02T03:04:05.000Z keychain.refused reason=no [redacted]',
    ]);
    const text = await readFile(join(folder, 'logs/main.log'), 'utf8');
    expect([text.match(/\n/g)?.length, text.includes('/home/lea/aside.json')]).toEqual([5, true]);
    for (let count = 0; count < 40; count += 1) log.warn(`event${count}`);
    const lines = recentErrors();
    expect([lines.length, lines[0]?.split(' ')[1]]).toEqual([30, 'event10']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('describes an internal error by kind and location, without its message', () => {
  const described = describeInternalError(
    Object.assign(new TypeError('the password is hunter2'), { code: 'E1' }),
  );
  expect(described).toMatchObject({ error: 'TypeError', code: 'E1' });
  expect(described['at']).toMatch(/^log\.real\.test\.ts:\d+:\d+$/);
  expect(JSON.stringify(described)).not.toContain('hunter2');
  expect(describeInternalError('hunter2')).toEqual({ error: 'string', code: null, at: null });
});

test('uncaught errors are logged as internal errors, a request that the sleep ended is not', () => {
  const source = new EventEmitter();
  const lines: unknown[] = [];
  recordInternalErrors(source, {
    ...silentLog,
    info: (event) => void lines.push(event),
    warn: (event) => void lines.push(event),
    error: (event, fields) => void lines.push([event, fields?.['error']]),
  });
  source.emit('uncaughtException', new Error('net::ERR_NETWORK_IO_SUSPENDED'));
  source.emit('uncaughtException', new RangeError('x'));
  source.emit('unhandledRejection', 'x');
  expect(lines).toEqual([
    'network.suspended',
    ['internal_error.exception', 'RangeError'],
    ['internal_error.rejection', 'string'],
  ]);
});
