import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBrowserHost } from './index.ts';
import { appFolder } from './testing/running.ts';

const MAIN = `
  import { app, Notification } from 'electron';
  const note = (title) => new Notification({ title }).show();
  if (app.requestSingleInstanceLock()) {
    app.on('second-instance', (event, argv, folder) => note('again from ' + folder));
    app.whenReady().then(() => note('ready'));
  } else app.quit();
`;

/** An app that takes the lock, and a function that starts it on the same folder. */
async function singleInstance() {
  const app = await appFolder({ main: MAIN });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { folder, userData } = app;
  const start = async () => {
    const host = await startBrowserHost({ app: folder, userData });
    onTestFinished(async () => void (await host.close()));
    const titles = async () => (await host.state()).notifications.map(({ title }) => title);
    return { host, titles };
  };
  return { start, userData };
}

test('a second instance on the same folder ends and notifies the first', async () => {
  const { start } = await singleInstance();
  const { host, titles } = await start();
  await expect.poll(titles).toEqual(['ready']);
  await expect(start()).rejects.toThrow('The browser host ended with 0');
  await expect.poll(titles).toEqual(['ready', `again from ${process.cwd()}`]);
  expect(await host.close()).toBe(0);
  await expect.poll((await start()).titles).toEqual(['ready']);
});

test('a killed instance releases the lock', async () => {
  const { start, userData } = await singleInstance();
  const { host } = await start();
  const { pid } = JSON.parse(await readFile(join(userData, 'host-instance.json'), 'utf8'));
  process.kill(Number(pid), 'SIGKILL');
  await host.ended;
  await expect.poll((await start()).titles).toEqual(['ready']);
});
