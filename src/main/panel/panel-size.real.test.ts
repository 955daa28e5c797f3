import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { isOtherSize, openPanelSize, smallestSize } from './panel-size.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-panel-'));
});
afterEach(() => rm(folder, { recursive: true }));

const sizeIn = async (path: string) =>
  (await openPanelSize(path, createVirtualClock(), silentLog)).get();

const DEFAULT = { width: 400, height: 600 };

test.each([
  ['', DEFAULT],
  ['{"width":1e9,"height":600}', DEFAULT],
  ['{"width":10,"height":10}', DEFAULT],
  ['{"width":"500","height":600}', DEFAULT],
  ['{"width":500,"height":800}', { width: 500, height: 800 }],
])('loads %j', async (content, size) => {
  const path = join(folder, 'panel.json');
  await writeFile(path, content);
  expect(await sizeIn(path)).toEqual(size);
});

test('loads the default without a file', async () => {
  expect(await sizeIn(join(folder, 'panel.json'))).toEqual(DEFAULT);
});

test('saves a size once it has not changed for a second', async () => {
  const path = join(folder, 'panel.json');
  const clock = createVirtualClock();
  const saved = await openPanelSize(path, clock, silentLog);
  saved.set({ width: 410, height: 600 });
  await clock.advance(500);
  saved.set({ width: 450, height: 620 });
  expect(clock.pending()).toEqual([1000]);
  await clock.advance(1000);
  await expect.poll(() => sizeIn(path)).toEqual({ width: 450, height: 620 });
});

const size = (width: number, height: number) => ({ width, height });

test.each([
  ['rounded at 125 %', size(401, 602), false],
  ['rounded at 175 %', size(397, 600), false],
  ['dragged in one direction', size(400, 605), true],
])('a window placed at 400 × 600 that is %s %j: by the user: %s', (_, now, isByUser) => {
  expect(isOtherSize(now, DEFAULT)).toBe(isByUser);
});

test('the limit of a window is not larger than its place, so that a small display keeps it', () => {
  expect(smallestSize(size(500, 800))).toEqual(size(320, 400));
  expect(smallestSize(size(300, 374))).toEqual(size(300, 374));
});
