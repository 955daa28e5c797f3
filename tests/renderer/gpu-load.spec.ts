import { GPU_QUERY } from '../../src/shared/gpu-load/gpu-query.ts';
import { EIGHT_GPUS, GPU_SAMPLES, LISTED_LOAD, WITH_GPU_LOAD } from './gpu-loads.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

test('is turned on after a question that says what is run, and off at once', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live, { kind: 'accounts' });
  const toggle = page.getByRole('switch', { name: 'Show GPU load' });
  await toggle.click();
  const dialog = page.getByRole('alertdialog', { name: 'Show the GPU load of lea@example.com?' });
  await expect(dialog).toContainText(GPU_QUERY.join(' '));
  await expect(dialog).toContainText('opens an SSH session');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(toggle).not.toBeChecked();
  expect(await panel.requests()).toEqual([]);
  await toggle.click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toBeHidden();
  await panel.become(WITH_GPU_LOAD);
  await expect(toggle).toBeChecked();
  await toggle.click();
  const changes = [true, false].map((gpuLoad) => ({
    name: 'changeAccount',
    input: { accountId: 'a1', gpuLoad },
  }));
  await expect.poll(panel.requests).toEqual(changes);
});

test('shows each GPU with its last hours, and why there are none', async ({ page, panel }) => {
  await panel.open(WITH_GPU_LOAD);
  await panel.answer('readGpuLoad', { ok: true, value: GPU_SAMPLES });
  await expect(page.getByRole('button', { name: /train-llama.*93% gpu 80% vram/ })).toBeVisible();
  await page.getByText('train-llama').click();
  const section = page.getByRole('region', { name: 'Load' });
  await section.getByText('2 GPUs').click();
  await expect(section.getByRole('listitem')).toHaveText([
    /^GPU 0.*97%68\.5\/79\.6 GiB64 °C · 395 W$/,
    /^GPU 1.*88%59\.6\/79\.6 GiB71 °C · 402 W$/,
  ]);
  await expect(section.getByRole('img', { name: 'Load since 4 h ago' })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByText('sd-webui').click();
  await expect(section).toContainText('Last figures 12 m ago');
  await page.keyboard.press('Escape');
  await page.getByText('eval-7').click();
  await expect(section).toContainText('No GPU load. The VM rejected your keys');
  await section.getByRole('button', { name: 'Try again' }).click();
  expect((await panel.requests()).at(-1)).toMatchObject({ name: 'retryGpuLoad' });
});

test('shows eight GPUs in one line, which opens', async ({ page, panel }) => {
  await panel.open(EIGHT_GPUS);
  await page.getByText('eval-7').click();
  const section = page.getByRole('region', { name: 'Load' });
  const line = section.getByText('8 GPUs');
  await expect(section).toContainText('8 GPUs94%VRAM86%');
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await line.click();
  await expect(section.getByRole('listitem')).toHaveCount(8);
});

test('shows what the record tells, without SSH, and names the cluster', async ({ page, panel }) => {
  await panel.open(LISTED_LOAD);
  await expect(page.getByRole('button', { name: /eval-7.*80% gpu/ })).toBeVisible();
  await page.getByText('eval-7').click();
  const section = page.getByRole('region', { name: 'Load' });
  await expect(section).toContainText('8 GPUs80%');
  await expect(section.getByRole('button')).toHaveCount(0);
  await section.getByText('8 GPUs').click();
  await expect(section.getByRole('listitem')).toContainText(['GPU 094%', 'GPU 196%', 'GPU 20%']);
  await expect(page.getByText(/ · cluster cluster_abc123/)).toBeVisible();
  await expect(
    page.getByText('Not possible now: Its cluster is started as a whole.'),
  ).toBeVisible();
});
