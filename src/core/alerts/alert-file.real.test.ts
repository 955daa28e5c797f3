import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createAlertFile } from './alert-file.ts';
import type { AlertMemory } from './evaluate.ts';

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
  test('loads what was saved', async () => {
    const path = join(folder, 'alerts.json');
    const stored = { episodes: MEMORY, held: ['a is gone'] };
    await createAlertFile(path, silentLog).save(stored);
    expect(await createAlertFile(path, silentLog).load()).toMatchObject(stored);
  });

  test('writes concurrent saves in order', async () => {
    const path = join(folder, 'alerts.json');
    const file = createAlertFile(path, silentLog);
    const saves = Array.from({ length: 20 }, (_, confirmations) =>
      file.save({ episodes: { 'hourlyRate:3': { phase: 'armed', confirmations } }, held: [] }),
    );
    await Promise.all(saves);
    const { episodes } = await file.load();
    expect(episodes).toEqual({ 'hourlyRate:3': { phase: 'armed', confirmations: 19 } });
  });

  test.each([
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

  test('loads the open alert of an earlier version', async () => {
    const path = join(folder, 'alerts.json');
    const episodes = { 'hourlyRate:3': { ...EARLIER, openedWith: 4 } };
    await writeFile(path, JSON.stringify({ version: 1, episodes }));
    const loaded = await createAlertFile(path, silentLog).load();
    expect(loaded).toMatchObject({ episodes: { 'hourlyRate:3': OPEN }, held: [] });
  });

  test('neither rejects nor leaves a file when it cannot write', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await createAlertFile(join(file, 'alerts.json'), silentLog).save({
      episodes: MEMORY,
      held: [],
    });
    expect(await readdir(folder)).toEqual(['a-file']);
  });
});
