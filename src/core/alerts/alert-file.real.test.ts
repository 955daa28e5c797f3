import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { type AlertStates, createAlertFile } from './alert-file.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alert-file-'));
});

afterEach(() => rm(folder, { recursive: true }));

const subject = { accountId: null, vmId: null, name: null, ratePerHour: null, reason: null };
const FIRING = {
  phase: 'firing',
  id: 'a',
  openedAt: 1,
  snoozedUntil: null,
  endings: 1,
  rule: 'hourlyRate',
  limit: 3,
  subject: { ...subject, value: null, isLowerBound: false },
} as const;

const MEMORY: AlertStates = {
  'hourlyRate:3': FIRING,
  'hourlyRate:5': { phase: 'pending', confirmations: 1 },
};

describe('createAlertFile', () => {
  test('loads what was saved', async () => {
    const path = join(folder, 'alerts.json');
    await createAlertFile(path, silentLog).save(MEMORY);
    expect(await createAlertFile(path, silentLog).load()).toMatchObject({
      states: MEMORY,
      held: [],
    });
  });

  test('writes concurrent saves in order', async () => {
    const path = join(folder, 'alerts.json');
    const file = createAlertFile(path, silentLog);
    const saves = Array.from({ length: 20 }, (_, confirmations) =>
      file.save({ 'hourlyRate:3': { phase: 'pending', confirmations } }),
    );
    await Promise.all(saves);
    const { states } = await file.load();
    expect(states).toEqual({ 'hourlyRate:3': { phase: 'pending', confirmations: 19 } });
  });

  test.each([
    '',
    '{',
    '[]',
    '{"version":3,"states":{}}',
    '{"version":2,"states":{"hourlyRate:3":{"phase":"odd"}}}',
    '{"version":2,"states":{"later:3":{"phase":"firing","rule":"later","limit":3}}}',
  ])('loads an empty memory from %j', async (text) => {
    const path = join(folder, 'alerts.json');
    await writeFile(path, text);
    expect(await createAlertFile(path, silentLog).load()).toMatchObject({ states: {}, held: [] });
  });

  test('loads the alerts of version 0.1.0', async () => {
    const path = join(folder, 'alerts.json');
    const episodes = {
      'hourlyRate:3': { ...FIRING, phase: 'open' },
      'hourlyRate:5': { phase: 'armed', confirmations: 1 },
    };
    await writeFile(path, JSON.stringify({ version: 1, episodes, held: [] }));
    expect(await createAlertFile(path, silentLog).load()).toEqual({ states: MEMORY, held: [] });
  });

  test('neither rejects nor leaves a file when it cannot write', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await createAlertFile(join(file, 'alerts.json'), silentLog).save(MEMORY);
    expect(await readdir(folder)).toEqual(['a-file']);
  });
});
