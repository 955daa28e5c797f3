import { chromium } from '@playwright/test';
import { CHROMIUM } from '../../tests/chromium.ts';
import { newPanelPage, panelOn } from '../../tests/renderer/panel-test.ts';
import { openScene, resize, SCENES, SIZES } from '../../tests/renderer/scenes.ts';
import { servePanel } from '../../tests/renderer/serve-panel.ts';
const names = process.argv[3] ? process.argv[3].split(',') : [...SCENES.keys()];
const width = (process.argv[2] ?? '400 px') as keyof typeof SIZES;
const b = await chromium.launch(CHROMIUM); const s = await servePanel();
const c = await b.newContext({ viewport: SIZES['400 px'], timezoneId: 'UTC', reducedMotion: 'reduce' });
for (const n of names) { const sc = SCENES.get(n); if (!sc) { console.log('no', n); continue; } const page = await newPanelPage(c); await openScene(page, await panelOn(page, s.url), sc); await resize(page, SIZES[width]); await page.emulateMedia({ colorScheme: process.argv[4] === 'dark' ? 'dark' : 'light' }); await page.screenshot({ path: `/tmp/me/shots/${n.replace(/\W+/g, '-')}.png` }); await page.close(); }
await b.close(); s.close();
