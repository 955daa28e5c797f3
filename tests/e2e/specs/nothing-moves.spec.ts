import type { Page } from '@playwright/test';
import { expect, signedInPanel, test, vmRow } from '../fixture/index.ts';

test.use({ service: { vms: 0 } });

const NAMES = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'] as const;

interface Point {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The id of the VM with its row at a point; null: something else is. */
function vmAt(panel: Page, { x, y }: Point): Promise<string | null> {
  return panel.evaluate<string | null>(
    `document.elementFromPoint(${x}, ${y})?.closest('[data-vm]')?.dataset.vm ?? null`,
  );
}

/** The middle of the copy button of each of these VMs that is in view. */
async function copyButtons(
  panel: Page,
  vms: readonly Omit<Point, 'x' | 'y'>[],
): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const vm of vms) {
    const button = vmRow(panel, vm.name).getByRole('button', { name: 'Copy SSH' });
    const box = await button.boundingBox();
    if (box === null) throw new Error(`no copy button: ${vm.name}`);
    const point = { ...vm, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if ((await vmAt(panel, point)) === vm.id) points.push(point);
  }
  return points;
}

// Without the pointer, which stays where it is.
const refresh = (panel: Page) => panel.evaluate('gpuTray.refresh({ accountId: null })');

async function refreshUntil(panel: Page, isDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await refresh(panel);
    await isDone();
  }).toPass();
}

test('every VM stays where it is while messages come and statuses change', async ({
  launch,
  simulator,
}) => {
  const { control } = simulator;
  const vms = NAMES.map((name) => {
    const { id } = control.createVm({ instance_label: name, status: 'running' });
    return { id, name };
  });
  control.setSpend({ total_per_hour: 1 });
  const app = await launch();
  const panel = await signedInPanel(app, simulator, 2);
  await panel.emulateMedia({ reducedMotion: 'reduce' });
  const strip = panel.getByRole('list', { name: 'What needs attention' });
  await expect(vmRow(panel, 'hotel')).toBeVisible();
  const points = await copyButtons(panel, vms);
  expect(points.length).toBeGreaterThan(6);
  const [last] = points.toReversed();
  if (last === undefined) throw new Error('no row is in view');

  /** Makes a change with the pointer over a copy button. */
  async function change(point: Point, act: () => Promise<void>, shown: () => Promise<void>) {
    await panel.mouse.move(point.x, point.y);
    await act();
    await refreshUntil(panel, shown);
    expect(await vmAt(panel, point)).toBe(point.id);
    const top = (await strip.isVisible()) ? (await strip.boundingBox())?.y : undefined;
    for (const other of points.filter(({ y }) => top === undefined || y < top))
      expect(await vmAt(panel, other)).toBe(other.id);
  }
  const says = (text: string) => async () => expect(strip).toContainText(text, { timeout: 500 });

  const [first, second, third] = points;
  if (!first || !second || !third) throw new Error('too few rows are in view');

  const rise = async () => control.setSpend({ total_per_hour: 5 });
  const isHidden = async () => expect(strip).toBeHidden({ timeout: 500 });
  await change(first, () => app.network(false), says('Offline.'));
  await change(second, () => app.network(true), isHidden);
  await change(third, rise, says(', limit $'));
  for (const [at, changed, status] of [
    [third, second, 'stopped'],
    [third, first, 'failed'],
    [first, first, 'stopped'],
  ] as const) {
    await change(
      at,
      async () => control.setVm(changed.id, { status }),
      () => expect(vmRow(panel, changed.name)).toContainText(status, { timeout: 500 }),
    );
  }

  await strip.hover();
  // Off the list, the rows go to their groups.
  await expect.poll(() => vmAt(panel, first)).not.toBe(first.id);

  // A message neither comes nor goes under the pointer.
  await strip.getByRole('button', { name: 'Snooze' }).click();
  await panel.getByRole('menuitem', { name: '1 hour' }).click();
  await panel.mouse.move(last.x, 10);
  await expect(strip).toBeHidden();
  await panel.mouse.move(last.x, last.y);
  const under = await vmAt(panel, last);
  const rejected = control.addFault({ path: '/', fault: { kind: 'status', status: 401 } });
  await refreshUntil(panel, async () => {
    await expect(panel.getByText(/^as of/)).toBeVisible({ timeout: 500 });
  });
  expect(await vmAt(panel, last)).toBe(under);
  await panel.mouse.move(last.x, 10);
  await expect(strip.getByRole('button', { name: 'Try again' })).toBeVisible();
  rejected.clear();
});
