import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { startSimulator } from '../../simulator/index.ts';
import { answerLimit } from '../../tests/e2e/fixture/steps.ts';
import { openHost } from '../../tests/e2e/hosts/index.ts';
import { startKeyring } from '../../tests/keyring/harness.ts';
import { trayHostOn } from '../../tests/tray-host/tray-host.ts';
import { demoAccounts, freePort, openDemoData, presetSettings } from '../demo/demo-data.ts';
import { CLOUDS } from '../demo/story.ts';
import { setFont } from './font.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/screenshots');
const SCHEMES = ['light', 'dark'] as const;

async function take(panel: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await panel.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await panel.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
  }
}

/** Takes the README's screenshots from the running app on a simulated fleet. */
export async function takeReadme(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-screenshots-'));
  await setFont(userData);
  const keyring = await startKeyring();
  const trayHost = trayHostOn(keyring.env['DBUS_SESSION_BUS_ADDRESS'] ?? '');
  await trayHost.appear();
  const sshPort = await freePort();
  const service = await startSimulator({ vms: 9, seed: 7, sshPort });
  const clouds = [await startSimulator({ provider: CLOUDS[0].provider, speed: 1, vms: 3 })];
  await presetSettings(userData, { sshPort, limit: null, login: null });
  const host = await openHost();
  const launch = () => host.launch({ userData, env: keyring.env });
  let app = await launch();
  try {
    const firstPanel = await app.panel();
    await firstPanel.getByRole('heading', { name: 'GPU Tray' }).waitFor();
    await take(firstPanel, 'first-run');
    await app.quit();

    // As the command line does: the panel signs in at RunPod's own address only.
    const data = openDemoData(userData, keyring.env);
    for (const account of await demoAccounts({ service, clouds }, false))
      await data.signIn(account);
    app = await launch();
    const panel = await app.panel();
    await answerLimit(panel, null);
    await panel.getByRole('list', { name: 'VMs' }).waitFor();
    await panel.getByText('Today').waitFor();
    await panel.getByText('waiting for SSH').waitFor({ state: 'hidden' });
    // Nothing is hovered.
    await panel.mouse.move(0, 0);
    await take(panel, 'panel');

    await panel.getByText('train-llama').click();
    await panel
      .getByRole('button', { name: /Copy SSH/ })
      .first()
      .waitFor();
    await take(panel, 'details');
  } finally {
    await app.quit();
    await host.close();
    await service.close();
    for (const cloud of clouds) await cloud.close();
    await trayHost.leave();
    await keyring.close();
    await rm(userData, { recursive: true, force: true });
  }
}
