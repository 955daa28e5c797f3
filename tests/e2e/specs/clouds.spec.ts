import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type DemoPlace,
  keyOf,
  PLACES,
  simulatedAddresses,
  startPlace,
} from '../../../scripts/demo/story.ts';
import { PROVIDERS } from '../../../src/shared/providers/providers.ts';
import { answerLimit, expect, openAccounts, test } from '../fixture/index.ts';

const KEY = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)}`;

async function signIn(panel: Page, place: DemoPlace): Promise<void> {
  const { name } = PROVIDERS[place.provider];
  await panel.getByRole('button', { name, exact: true }).click();
  await panel.getByRole('textbox', { name: 'API key' }).fill(keyOf(place));
  await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a VM is launched at clouds of the demo, each by one order and with the key of this computer', async ({
  launch,
  home,
}) => {
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  await writeFile(join(home, '.ssh', 'id_ed25519.pub'), `${KEY} ada@laptop\n`);
  const places: DemoPlace[] = [];
  // So slow that no offer changes between its price and its order.
  for (const place of PLACES.filter(({ provider }) => provider !== 'rental'))
    places.push({ ...place, simulator: await startPlace(place, { speed: 0.001 }) });
  const env = Object.fromEntries(
    Object.entries(simulatedAddresses(places)).map(([name, value]) => [name, value ?? '']),
  );
  const app = await launch({ env });
  const panel = await app.panel();
  for (const [index, place] of places.entries()) {
    if (index > 0) {
      await openAccounts(panel);
      await panel.getByRole('button', { name: 'Add an account' }).click();
    }
    await signIn(panel, place);
    if (index === 0) await answerLimit(panel, null);
    // The list. The header is there while it signs in, too, and the list would then replace the next screen.
    await expect(panel.getByRole('searchbox', { name: 'Filter VMs' })).toBeVisible();
  }
  for (const { provider, simulator } of places) {
    const before = simulator.control.vms().length;
    await panel.getByRole('navigation').getByRole('link', { name: 'Launch' }).click();
    await panel.getByLabel('Cloud').selectOption(PROVIDERS[provider].name);
    await panel
      .getByRole('button', { name: /^Launch… \d/ })
      .first()
      .click();
    await expect(panel.getByText('ssh-ed25519 · ada@laptop')).toBeVisible();
    const added = panel.getByLabel(/^Add this key/);
    if (await added.isVisible()) await added.check();
    await panel.getByRole('button', { name: /^Launch for/ }).click();
    await expect(panel.getByText('You can close this panel.')).toBeVisible();
    await expect.poll(() => simulator.control.vms().length).toBe(before + 1);
    await panel.getByRole('button', { name: 'Launch another…' }).click();
  }
  await app.quit();
  for (const { simulator } of places) await simulator.close();
});
