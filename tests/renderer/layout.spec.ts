import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

/** 400 × 600, its half for a panel at 200 %, and the 320 px of WCAG's reflow. */
const SIZES = [
  { width: 400, height: 600 },
  { width: 320, height: 480 },
  { width: 200, height: 300 },
] as const;

for (const viewport of SIZES) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });

    for (const [name, state] of Object.entries(STATES)) {
      test(`nothing runs out at the side: ${name}`, async ({ page, panel }) => {
        await panel.open(state);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const widest = await page.evaluate<number>(
          'Math.max(...[...document.querySelectorAll("*")].map((e) => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === "auto" ? Infinity : 0), document.documentElement.scrollWidth)',
        );
        expect(widest).toBeLessThanOrEqual(viewport.width);
      });
    }

    test('nothing runs out at the side of the details and the settings', async ({
      page,
      panel,
    }) => {
      const outside = () =>
        page.evaluate<readonly string[]>(
          '[...document.querySelectorAll("main *")].filter((e) => { const box = e.getBoundingClientRect(); return box.width > 1 && (box.right > innerWidth || box.left < 0); }).map((e) => e.outerHTML.slice(0, 200))',
        );
      const vmId = STATES.logins.pictures['a1']?.vms.value?.vms[2]?.id ?? '';
      const noNames = { ...STATES.logins.ssh, include: 'absent' } as const;
      await panel.open({ ...STATES.logins, ssh: noNames });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await panel.go({ kind: 'vm', accountId: 'a1', vmId });
      await page.getByRole('heading', { name: 'The host key has changed' }).waitFor();
      expect(await outside()).toEqual([]);
      await panel.go({ kind: 'settings' });
      await page.getByRole('button', { name: 'Let ssh know the names…' }).click();
      await page.getByRole('button', { name: 'Add these lines' }).waitFor();
      expect(await outside()).toEqual([]);
    });

    test('no amount is cut off', async ({ page, panel }) => {
      await panel.open(STATES.hostile);
      await page.getByText('absurd').waitFor();
      const amounts = await page.locator('[data-money]').all();
      for (const amount of amounts) {
        const box = await amount.boundingBox();
        if (box === null) continue;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      }
      expect(amounts.length).toBeGreaterThan(4);
    });
  });
}

test('figures keep their place when they change', async ({ page, panel }) => {
  const money = page.getByRole('listitem').filter({ hasText: 'eval-7' }).locator('[data-money]');
  await panel.open(STATES.live);
  const before = await money.boundingBox();
  const picture = STATES.live.pictures['a1'];
  const list = picture?.vms.value;
  if (picture === undefined || !list) throw new Error('the state has lost its VMs');
  const vms = list.vms.map((vm) => (vm.label === 'eval-7' ? { ...vm, hourlyRate: 1.71 } : vm));
  const changed = { ...picture, vms: { value: { ...list, vms }, problem: null } };
  await panel.become({ ...STATES.live, pictures: { a1: changed } });
  await expect(money).toHaveText('$1.71/h');
  expect(await money.boundingBox()).toEqual(before);
});
