import { MINUTE, NOW } from './make-vm.ts';
import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

test('an open alert shows the limit and its duration, not the rate', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen);
  const banner = page.getByRole('list', { name: 'What needs attention' });
  await expect(banner).toContainText('Above your limit of $3.00/h for 12 min');
  await expect(banner).not.toContainText('$3.44');
  await page.clock.setFixedTime(NOW + 50 * MINUTE);
  await panel.go({ kind: 'alerts' });
  const list = page.getByRole('list', { name: 'Open alerts' });
  await expect(list).toContainText('Above your limit of $3.00/h for 1 h');
});

test('a screen reader does not announce the passing time', async ({ page, panel }) => {
  await panel.open(STATES.alertOpen);
  const time = page.getByText('for 12 min');
  await expect(time).toHaveAttribute('aria-live', 'off');
});
