import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANY_OFFER } from '../../shared/offers/offer-filter.ts';
import type { AlertStates } from '../alerts/index.ts';
import { silentLog } from '../log.ts';
import type { AppEvent } from './event.ts';
import { EMPTY_OUTBOX, type Outbox } from './outbox.ts';
import { createOutboxFile } from './outbox-file.ts';
import { makeClosed } from './testing/alert-event.ts';
import { groupOf } from './testing/group-of.ts';

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

const LONG = 'x'.repeat(4_096);
const VM = { at: 1, accountId: 'a', vmId: 'v', name: 'train' };
const FACTS = { gpu: '1 × 4090', perHour: 0.1, wasPerHour: 0.5, ranMs: null };

/** One event of each kind. */
const EVENTS: readonly AppEvent[] = [
  {
    ...{ kind: 'vm', ...VM, status: 'stopped', what: 'has stopped' },
    facts: { change: 'stopped', ...FACTS },
  },
  makeClosed(5, { openedAt: 2 }),
  { kind: 'ready', ...VM, perHour: null },
  { kind: 'noLogin', ...VM },
  { kind: 'notDone', ...VM, operation: 'stop', why: 'It runs.' },
  {
    ...{ kind: 'autoStop', ...VM, limit: { kind: 'time', at: 9 }, isReminder: false },
    outcome: { kind: 'stopped', at: 9, late: { ms: 5, perHour: 1 } },
  },
  // Names and words of a provider are as long as its readers leave them.
  {
    ...{ kind: 'autoStop', ...VM, name: LONG, limit: { kind: 'time', at: 9 }, isReminder: false },
    outcome: { kind: 'unconfirmed', at: 9, reason: LONG },
  },
  {
    ...{ kind: 'price', at: 2, filter: { ...ANY_OFFER, gpu: '4090', maxPrice: 1 } },
    offer: { gpu: LONG, gpuCount: null, cloud: LONG, where: LONG, perGpuHour: 0.5 },
  },
];
const OUTBOX: Outbox = {
  waiting: EVENTS.map((event, index) => ({ ...groupOf(event), id: `w${index}` })),
  queue: EVENTS.map((event, index) => ({ ...groupOf(event), id: `q${index}`, to: 'phone' })),
};

describe('createOutboxFile', () => {
  test('loads what was saved', async () => {
    const path = join(folder, 'alerts.json');
    await createOutboxFile(path, silentLog).save(MEMORY, OUTBOX);
    expect(await createOutboxFile(path, silentLog).load()).toEqual({
      ...{ states: MEMORY, held: [], outbox: OUTBOX },
    });
  });

  test('writes concurrent saves in order', async () => {
    const path = join(folder, 'alerts.json');
    const file = createOutboxFile(path, silentLog);
    const saves = Array.from({ length: 20 }, (_, confirmations) =>
      file.save({ 'hourlyRate:3': { phase: 'pending', confirmations } }, EMPTY_OUTBOX),
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
    expect(await createOutboxFile(path, silentLog).load()).toMatchObject({ states: {}, held: [] });
  });

  test('loads the alerts of version 0.1.0', async () => {
    const path = join(folder, 'alerts.json');
    const episodes = {
      'hourlyRate:3': { ...FIRING, phase: 'open' },
      'hourlyRate:5': { phase: 'armed', confirmations: 1 },
    };
    await writeFile(path, JSON.stringify({ version: 1, episodes, held: [] }));
    expect(await createOutboxFile(path, silentLog).load()).toEqual({
      ...{ states: MEMORY, held: [], outbox: EMPTY_OUTBOX },
    });
  });

  test('leaves out an event that it does not know, and keeps the others', async () => {
    const path = join(folder, 'alerts.json');
    const { waiting } = OUTBOX;
    const [first, second] = waiting;
    const odd = { ...first, events: [{ kind: 'later' }] };
    // As a version without offers of all clouds wrote it.
    const price = { kind: 'price', at: 1, baseUrl: 'https://x/', gpuType: '4090', minGpus: 1 };
    const old = { ...price, maxPrice: 1, price: 0.5, free: 2, node: null, draft: {} };
    const dropped = [odd, { ...first, events: [old] }, { ...second, more: 'x' }];
    const outbox = { ...OUTBOX, waiting: [...dropped, ...waiting.slice(2)] };
    await writeFile(path, JSON.stringify({ version: 2, states: MEMORY, outbox }));
    const loaded = await createOutboxFile(path, silentLog).load();
    expect(loaded.outbox).toEqual({ ...OUTBOX, waiting: waiting.slice(2) });
  });

  test('moves the messages of an earlier version once', async () => {
    const path = join(folder, 'alerts.json');
    const oldPath = join(folder, 'messages.json');
    const message = {
      topic: 'vm',
      alert: null,
      isOver: false,
      title: 'a is gone',
      body: '',
      at: 7,
    };
    const old = {
      version: 1,
      waiting: [{ ...message, id: 'm', to: 'phone' }, 5],
      dropped: { x: 1 },
    };
    await writeFile(oldPath, JSON.stringify(old));
    const file = createOutboxFile(path, silentLog);
    const { outbox } = await file.load();
    expect(outbox.queue).toMatchObject([
      { id: 'm', to: 'phone', events: [{ kind: 'text', title: 'a is gone' }] },
    ]);
    await file.save({}, outbox);
    expect(await readdir(folder)).toEqual(['alerts.json']);
    // As after a kill between both.
    await writeFile(oldPath, JSON.stringify(old));
    expect((await createOutboxFile(path, silentLog).load()).outbox).toEqual(outbox);
  });

  test('neither rejects nor leaves a file when it cannot write', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await createOutboxFile(join(file, 'alerts.json'), silentLog).save(MEMORY, EMPTY_OUTBOX);
    expect(await readdir(folder)).toEqual(['a-file']);
  });
});
