import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { loadPanelSize, panelSizeSaver } from './panel-size.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-tray-panel-'));
});
afterEach(() => rm(folder, { recursive: true }));

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
  expect(await loadPanelSize(path)).toEqual(size);
});

test('loads the default without a file', async () => {
  expect(await loadPanelSize(join(folder, 'panel.json'))).toEqual(DEFAULT);
});

test('saves a size once it has not changed for a second', async () => {
  const path = join(folder, 'panel.json');
  const clock = createVirtualClock();
  const save = panelSizeSaver(path, clock, silentLog);
  save({ width: 410, height: 600 });
  await clock.advance(500);
  save({ width: 450, height: 620 });
  expect(clock.pending()).toEqual([1000]);
  await clock.advance(1000);
  const saved = await vi.waitFor(() => readFile(path, 'utf8'));
  expect(JSON.parse(saved)).toEqual({ width: 450, height: 620 });
  expect(await loadPanelSize(path)).toEqual({ width: 450, height: 620 });
});
