import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ensureBuilt } from '../app-build/index.ts';
import type { DemoArguments } from './arguments.ts';
import { openDemoKeychain } from './demo-keychain.ts';
import { freePort, presetSshPort } from './demo-logins.ts';
import { takeBackNames } from './demo-ssh.ts';
import { demoWords } from './demo-words.ts';
import { findElectron, startDemoApp } from './start-demo-app.ts';

const VMS = 12;
/** Fast enough to see VMs change while one looks, slow enough to follow. */
const SPEED = 10;

export type Say = (text: string) => void;

/** Runs until SIGINT, SIGTERM or the app's own end. Rejects when something could not be started, or did not end well. */
export async function runDemo(wanted: DemoArguments, say: Say): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  ensureBuilt(say);
  const electron = await findElectron(wanted.isInBrowser, say);
  const sshPort = await freePort();
  const simulator = await startSimulator({ vms: VMS, speed: SPEED, sshPort });
  const userData = await mkdtemp(join(tmpdir(), 'gpu-tray-demo-'));
  const keychain = openDemoKeychain(userData);
  try {
    await presetSshPort(userData, sshPort);
    if (electron.binary !== null) say('Starting Electron …\n');
    const { port, isSignedIn: isSignInWanted } = wanted;
    const clock = systemClock;
    const started = await startDemoApp(
      { port, isSignInWanted, simulator, keychain, userData, clock, interrupted },
      electron,
    );
    if (started === null) {
      say('\nElectron was quit. Ending …\n');
      return;
    }
    const { app, ...facts } = started;
    try {
      const hasKeychain = await keychain.isAvailable();
      const { page } = app;
      const service = { simulator, vms: VMS, speed: SPEED, sshPort };
      say(demoWords({ ...service, ...facts, page, hasKeychain, userData }));
      await Promise.race([interrupted, app.ended]);
    } finally {
      say('\nEnding …\n');
      await app.quit();
    }
  } finally {
    const names = await takeBackNames(userData);
    if (names !== null) say(`${names}\n`);
    const left = await keychain.forget();
    if (left > 0)
      say(`${left} of the demo’s credentials could not be removed from the keychain.\n`);
    keychain.dispose();
    await simulator.close();
    await rm(userData, { recursive: true, force: true });
  }
}
