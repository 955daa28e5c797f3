import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Simulator } from '../../../simulator/index.ts';
import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

/** A crashed panel says so and reloads, and a closed one opens on the same screen. @returns it, with the settings */
async function crashesAndOpens(
  app: RunningApp,
  panel: Page,
  control: Simulator['control'],
  userData: string,
): Promise<Page> {
  await expect(panel.getByText('No VMs. Launch one from $')).toBeVisible();
  // From now on, formatting any amount fails in this document.
  await panel.evaluate(
    `Number.prototype.toFixed = () => { throw new Error('broken for a test'); }`,
  );
  control.createVm({ instance_label: 'train-1', status: 'running' });
  // By its key: a poll may have crashed it before, and then there is no button.
  await panel.keyboard.press('Control+r');
  await expect(panel.getByRole('heading', { name: 'The panel crashed' })).toBeVisible();
  const log = () => readFile(join(userData, 'logs', 'main.log'), 'utf8');
  await expect
    .poll(log)
    .toMatch(/ error panel\.internal_error \{"error":"Error","at":".+:\d+:\d+"\}\n/);
  expect(await log()).not.toContain('broken for a test');
  await panel.getByRole('button', { name: 'Reload' }).click();
  await expect(panel.getByRole('heading', { name: /Spending now/ })).toContainText('$');
  await expect(panel.getByRole('list', { name: 'VMs' })).toContainText('train-1');

  await vmRow(panel, 'train-1').getByText('train-1').click();
  await expect(panel.getByRole('heading', { name: 'train-1' })).toBeVisible();
  const kept = async () =>
    (await app.traffic()).findLast(
      ({ channel, direction }) => channel === 'request:keepScreen' && direction === 'toMain',
    )?.content;
  await expect.poll(kept).toContain('"vm"');

  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  const again = await app.panel();
  await expect(again.getByRole('heading', { name: 'train-1' })).toBeVisible();

  // The screen that the tray opens takes precedence.
  await app.closePanel();
  await expect.poll(() => app.windows()).toEqual([]);
  await app.clickMenu(['Settings…']);
  const last = await app.panel();
  await expect(last.getByRole('heading', { name: 'Settings' })).toBeVisible();
  return last;
}

test('a crashed panel reloads; the app reminds of a billed VM at the end of the session and before quitting, until that is turned off', async ({
  launch,
  simulator,
  userData,
}) => {
  // A hidden window of Wayland is never drawn, so waiting for that would show no panel.
  const app = await launch({ desktop: { like: 'wayland', scale: 1.25, screens: 2 } });
  const panel = await signedInPanel(app, simulator);
  const again = await crashesAndOpens(app, panel, simulator.control, userData);
  await again.getByRole('link', { name: 'VMs' }).click();
  await expect(vmRow(again, 'train-1')).toBeVisible();
  await app.power('shutdown');
  await expect
    .poll(async () => (await app.desktop()).notifications)
    .toMatchObject([
      {
        title: expect.stringMatching(/^train-1 keeps billing \$\d+\.\d\d\/h$/),
        body: 'Stop it in the console if you are done.',
      },
    ]);

  const openQuestions = async () =>
    (await app.desktop()).questions.filter(({ isOpen }) => isOpen).map(({ message }) => message);
  await app.closePanel();
  await app.clickMenu(['Quit']);
  await expect.poll(openQuestions).toEqual([expect.stringContaining('train-1 keeps billing')]);
  // Above the panel, which shows the VMs.
  await expect.poll(app.windows).toMatchObject([{ isVisible: true }]);
  await app.answerQuestion(null);
  const reopened = await app.panel();
  await expect(vmRow(reopened, 'train-1')).toBeVisible();

  // Also while a save dialog is open.
  const request = { range: { from: '2026-11-01', to: '2026-11-12' } };
  const exported = reopened.evaluate(`window.gpuTray.exportUsage(${JSON.stringify(request)})`);
  const openDialogs = async () =>
    (await app.desktop()).saveDialogs.filter(({ isOpen }) => isOpen).length;
  await expect.poll(openDialogs).toBe(1);
  await app.clickMenu(['Quit']);
  await expect.poll(openQuestions).toHaveLength(1);
  await app.choosePath(null);
  expect(await exported).toEqual({ ok: true, value: { isSaved: false } });
  // The panel, with its question, stays.
  expect((await app.windows()).map(({ isVisible }) => isVisible)).toEqual([true]);
  await app.answerQuestion(null);
  await expect(vmRow(reopened, 'train-1')).toBeVisible();

  await app.clickMenu(['Quit']);
  await expect.poll(openQuestions).toHaveLength(1);
  await app.answerQuestion('Quit', true);
  await app.ended;
  expect(await readFile(join(userData, 'settings.json'), 'utf8')).toContain(
    '"remindOnLeaving": false',
  );

  const next = await launch();
  await expect(vmRow(await next.panel(), 'train-1')).toBeVisible();
  await next.clickMenu(['Quit']);
  await next.ended;
});
