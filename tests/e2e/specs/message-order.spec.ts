import { expect, refresh, refreshed, signedInPanel, test } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

test('an outage comes before money above the limit, a rejected key before both', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const app = await launch();
  const panel = await signedInPanel(app, simulator, 0.01);
  const strip = panel.getByRole('list', { name: 'What needs attention' });
  await expect(strip).toContainText('Above your limit');

  await app.network(false);
  const line = strip.getByRole('button', { expanded: false }).first();
  await expect(line).toContainText(/^Offline\..*\+1/);
  await line.click();
  await expect(strip.getByRole('listitem')).toContainText(['Offline.', 'Above your limit']);
  await panel.keyboard.press('Escape');

  control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  await app.network(true);
  // The second refusal in a row is believed.
  await refreshed(app, panel);
  await refresh(panel);
  await expect(line).toContainText(/^API key rejected.*\+1/);
});
