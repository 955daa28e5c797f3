import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { tryToAct } from '../../core/acting/index.ts';
import { openHistory } from '../../core/history/index.ts';
import { readExposition } from '../../core/metrics/testing/read-exposition.ts';
import { type Answers, commandSetup, HEALTHY, pipe } from '../testing/setups.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const GIVEN = ['metrics', '--base-url', 'https://api.example.com', '--api-key-stdin'];
const LABELS = 'provider="rental",account="example"';

test('prints the figures of a given account, and nothing of the stored ones', async () => {
  const setup = await commandSetup();
  const { exitCode, out, errors } = await setup.run(GIVEN, pipe('canary'));
  expect([exitCode, errors]).toEqual([0, '']);
  const samples = readExposition(out);
  expect(samples).toMatchObject({
    [`gpu_tray_up{${LABELS}}`]: 1,
    [`gpu_tray_data_age_seconds{${LABELS}}`]: 0,
    [`gpu_tray_vms{${LABELS},phase="running"}`]: 0,
    [`gpu_tray_rate_dollars_per_hour{${LABELS}}`]: 0.69,
    gpu_tray_all_today_dollars: 12.5,
    gpu_tray_all_month_dollars: 12.5,
  });
  expect(
    Object.keys(samples).filter((name) => /alerts|auto_stops|messages|balance/.test(name)),
  ).toEqual([]);
});

const ID = '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11';
const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

const time = { kind: 'time', at: NOW - HOUR };
const idle = { kind: 'idle', ms: HOUR, since: NOW - 3 * HOUR };

/** A user with an account in a credentials file, auto-stops, an alert that fires and a message that waits. */
async function stored(answers: Answers = HEALTHY, now = NOW) {
  const balance = () => Response.json({ balance: 3.25 });
  const setup = await commandSetup({ ...answers, '/billing/balance': balance }, now);
  const { settingsFolder: folder } = setup;
  const place = { provider: 'rental', baseUrl: 'https://api.example.com' };
  const account = { id: ID, label: 'work', ...place, credential: 'apiKey', email: null };
  const profile = { balance: { path: '/billing/balance', pointer: '/balance' } };
  const stop = { accountId: ID, name: 'train' };
  await setup.writeSettings(
    JSON.stringify({
      ...{ version: 1, ssh: { user: null, port: null } },
      accounts: [{ ...account, hasCredential: true, profile }],
      autoStops: [
        { ...stop, vmId: 'due', limit: time },
        { ...stop, vmId: 'later', limit: { ...time, at: NOW + HOUR } },
        { ...stop, vmId: 'set', limit: idle },
        { ...stop, vmId: 'sent', limit: idle, progress: { kind: 'sent', at: NOW - HOUR } },
        { ...stop, vmId: 'off', limit: time, progress: { kind: 'interrupted', at: NOW - HOUR } },
      ],
    }),
  );
  const path = join(folder, 'credentials.json');
  await writeFile(path, JSON.stringify({ accounts: [{ ...place, apiKey: 'canary' }] }), {
    mode: 0o600,
  });
  vi.stubEnv('GPU_TRAY_CREDENTIALS_FILE', path);
  const subject = { accountId: null, vmId: null, name: null, value: 5, reason: null };
  const firing = {
    ...{ phase: 'firing', id: 'a', openedAt: NOW, snoozedUntil: null, endings: 0 },
    ...{ rule: 'hourlyRate', limit: 3 },
    subject: { ...subject, isLowerBound: false, ratePerHour: null },
  };
  const pending = { phase: 'pending', confirmations: 1 };
  const alerts = { version: 2, states: { a: firing, b: pending }, held: [] };
  await writeFile(join(folder, 'alerts.json'), JSON.stringify(alerts));
  const message = {
    ...{ id: 'm', to: 'd', topic: 'money', alert: null, isOver: false, isUrgent: false },
    ...{ title: 'A', body: '', at: NOW },
  };
  const queue = { version: 1, waiting: [message], dropped: {} };
  await writeFile(join(folder, 'messages.json'), JSON.stringify(queue));
  return setup;
}

test('has what is due by the settings, and the figures of the process that acts only while one does', async () => {
  const setup = await stored();
  const alone = readExposition((await setup.run(['metrics'])).out);
  expect(alone).toMatchObject({
    'gpu_tray_balance_dollars{provider="rental",account="work"}': 3.25,
    gpu_tray_auto_stops_due: 2,
  });
  expect(Object.keys(alone).filter((name) => /alerts|messages/.test(name))).toEqual([]);

  const release = await tryToAct(setup.settingsFolder, { program: 'watch', pid: process.pid });
  const { exitCode, out, errors } = await setup.run(['metrics']);
  release?.();
  expect([exitCode, errors]).toEqual([0, '']);
  expect(readExposition(out)).toMatchObject({
    gpu_tray_alerts_firing: 1,
    gpu_tray_auto_stops_due: 2,
    gpu_tray_messages_waiting: 1,
  });
});

test('has the cost that the app measured where the bill of today is late or fails', async () => {
  const noon = NOW + 12 * HOUR;
  const rate = () => Response.json({ total_per_hour: 12 });
  for (const bill of [{ total_cost: 0, vm_breakdown: [] }, null]) {
    const usage = () => Response.json(bill, { status: bill === null ? 500 : 200 });
    const answers = { ...HEALTHY, '/billing/current-spend': rate, '/billing/usage': usage };
    const setup = await stored(answers, noon);
    const history = openHistory(join(setup.settingsFolder, 'history.db'));
    for (const at of [noon - HOUR, noon - HOUR + 300_000])
      history.record([{ source: ID, at, rates: new Map([['', 12]]) }], []);
    history.close();
    expect(readExposition((await setup.run(['metrics'])).out)).toMatchObject({
      gpu_tray_all_today_dollars: 1,
    });
    const given = readExposition((await setup.run(GIVEN, pipe('canary'))).out);
    expect(given['gpu_tray_all_today_dollars']).not.toBe(1);
  }
});
