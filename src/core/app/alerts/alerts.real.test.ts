import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import type { AlertMemory } from '../../alerts/evaluate.ts';
import { silentLog } from '../../log.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import type { Notification } from '../kernel/ports.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { createAlertFile, startAlerts } from './alerts.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alert-file-'));
});

afterEach(() => rm(folder, { recursive: true }));

const EARLIER = { phase: 'open', id: 'a', openedAt: 1, snoozedUntil: null, endings: 1 } as const;
const subject = { accountId: null, vmId: null, name: null, ratePerHour: null, reason: null };
const OPEN = {
  ...EARLIER,
  ...({ rule: 'hourlyRate', limit: 3 } as const),
  subject: { ...subject, value: null, isLowerBound: false },
};

const MEMORY: AlertMemory = {
  'hourlyRate:3': OPEN,
  'hourlyRate:5': { phase: 'armed', confirmations: 1 },
};

describe('createAlertFile', () => {
  it('loads what was saved', async () => {
    const path = join(folder, 'alerts.json');
    const stored = { episodes: MEMORY, held: ['a is gone'] };
    await createAlertFile(path, silentLog).save(stored);
    expect(await createAlertFile(path, silentLog).load()).toMatchObject(stored);
  });

  it('writes concurrent saves in order', async () => {
    const path = join(folder, 'alerts.json');
    const file = createAlertFile(path, silentLog);
    const saves = Array.from({ length: 20 }, (_, confirmations) =>
      file.save({ episodes: { 'hourlyRate:3': { phase: 'armed', confirmations } }, held: [] }),
    );
    await Promise.all(saves);
    const { episodes } = await file.load();
    expect(episodes).toEqual({ 'hourlyRate:3': { phase: 'armed', confirmations: 19 } });
  });

  it.each([
    '',
    '{',
    '[]',
    '{"version":2,"episodes":{}}',
    '{"version":1,"episodes":{"hourlyRate:3":{"phase":"odd"}}}',
    '{"version":1,"episodes":{"later:3":{"phase":"open","rule":"later","limit":3}}}',
  ])('loads an empty memory from %j', async (text) => {
    const path = join(folder, 'alerts.json');
    await writeFile(path, text);
    expect(await createAlertFile(path, silentLog).load()).toMatchObject({ episodes: {}, held: [] });
  });

  it('loads the open alert of an earlier version', async () => {
    const path = join(folder, 'alerts.json');
    const episodes = { 'hourlyRate:3': { ...EARLIER, openedWith: 4 } };
    await writeFile(path, JSON.stringify({ version: 1, episodes }));
    const loaded = await createAlertFile(path, silentLog).load();
    expect(loaded).toMatchObject({ episodes: { 'hourlyRate:3': OPEN }, held: [] });
  });

  it('neither rejects nor leaves a file when it cannot write', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await createAlertFile(join(file, 'alerts.json'), silentLog).save({
      episodes: MEMORY,
      held: [],
    });
    expect(await readdir(folder)).toEqual(['a-file']);
  });
});

describe('quiet hours', () => {
  const MINUTE = 60_000;
  // Local time, over the night on which Europe and many others set their clocks back.
  const EVENING = new Date(2026, 9, 24, 23, 30).getTime();
  const environment = { platform: 'linux', version: '1', hasTray: true, isOnline: true } as const;

  /** The alerts part at that time, with what it notified. */
  async function start(now: number, quietHours: AppState['preferences']['quietHours']) {
    const clock = createVirtualClock(now);
    const blank = initialState(environment, now);
    const preferences = { ...blank.preferences, quietHours };
    const store = createStateStore({ ...blank, preferences });
    const notified: Notification[] = [];
    const notify = (notification: Notification) => void notified.push(notification);
    const path = join(folder, 'alerts.json');
    const alerts = await startAlerts({ store, path, log: silentLog, clock, notify });
    const say = (title: string, titles?: readonly string[]) =>
      alerts.notify({
        title,
        body: '',
        destination: { kind: 'alerts' },
        ...(titles && { titles }),
      });
    return { clock, store, alerts, notified, say };
  }

  const NIGHT = { isOn: true, from: 22 * 60, to: 7 * 60 };

  it('hold notifications for one summary, also over a restart and a change of the clock', async () => {
    const evening = await start(EVENING, NIGHT);
    evening.say('a was interrupted');
    evening.say('While you were away', ['b has failed', 'd is offline']);
    await evening.alerts.stop();
    expect(evening.notified).toEqual([]);

    const again = await start(new Date(2026, 9, 25, 6, 50).getTime(), NIGHT);
    again.say('c is gone');
    await again.clock.advance(9 * MINUTE);
    expect(again.notified).toEqual([]);
    await again.clock.advance(2 * MINUTE);
    await again.alerts.stop();
    expect(again.notified).toEqual([
      {
        title: 'During quiet hours: 4 messages',
        body: 'a was interrupted; b has failed; d is offline; c is gone',
        destination: { kind: 'alerts' },
      },
    ]);
    const later = await start(again.clock.now(), NIGHT);
    await later.alerts.stop();
    expect(later.notified).toEqual([]);
  });

  it('that are turned off release what they hold', async () => {
    const { store, alerts, notified, say } = await start(EVENING, NIGHT);
    say('a has failed');
    store.set({
      preferences: { ...store.get().preferences, quietHours: { ...NIGHT, isOn: false } },
    });
    alerts.settingsChanged();
    await alerts.stop();
    say('b has failed');
    expect(notified.map(({ title }) => title)).toEqual(['During quiet hours', 'b has failed']);
  });
});
