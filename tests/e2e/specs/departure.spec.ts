import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('reminds of a billed VM at the end of the session and before quitting, until that is turned off', async ({
  launch,
  simulator,
  userData,
}) => {
  simulator.control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await expect(vmRow(panel, 'train-1')).toBeVisible();
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
