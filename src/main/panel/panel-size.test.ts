import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { createPanelSizeFile, loadPanelSize } from './panel-size.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-panel-'));
});
afterEach(() => rm(folder, { recursive: true }));

const USUAL = { width: 400, height: 600 };

test.each([
  ['', USUAL],
  ['{"width":1e9,"height":600}', USUAL],
  ['{"width":10,"height":10}', USUAL],
  ['{"width":"500","height":600}', USUAL],
  ['{"width":500,"height":800}', { width: 500, height: 800 }],
])('a file of %j', async (content, size) => {
  const path = join(folder, 'panel.json');
  await writeFile(path, content);
  expect(await loadPanelSize(path)).toEqual(size);
});

test('no file', async () => {
  expect(await loadPanelSize(join(folder, 'panel.json'))).toEqual(USUAL);
});

test('a size that stays is kept, those on the way are not', async () => {
  const path = join(folder, 'panel.json');
  const clock = createVirtualClock();
  const file = createPanelSizeFile(path, clock, silentLog);
  file.keep({ width: 410, height: 600 });
  await clock.advance(500);
  file.keep({ width: 450, height: 620 });
  expect(clock.pending()).toEqual([1000]);
  await clock.advance(1000);
  const kept = await vi.waitFor(() => readFile(path, 'utf8'));
  expect(JSON.parse(kept)).toEqual({ width: 450, height: 620 });
  expect(await loadPanelSize(path)).toEqual({ width: 450, height: 620 });
});
