import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBrowserHost } from './index.ts';
import { appFolder } from './testing/app-folder.ts';

const MAIN = `
  import { app, Notification } from 'electron';
  const note = (title) => new Notification({ title }).show();
  if (app.requestSingleInstanceLock()) {
    app.on('second-instance', (event, argv, folder) => note('again from ' + folder));
    app.whenReady().then(() => note('ready'));
  } else app.quit();
`;

/** An app that runs once, and how to start it any number of times on the same folder. */
async function onlyOnce() {
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

test('a second instance on the same folder gets no lock and ends; the first is told', async () => {
  const { start } = await onlyOnce();
  const { host, titles } = await start();
  await expect.poll(titles).toEqual(['ready']);
  await expect(start()).rejects.toThrow('The browser host ended with 0');
  await expect.poll(titles).toEqual(['ready', `again from ${process.cwd()}`]);
  expect(await host.close()).toBe(0);
  await expect.poll((await start()).titles).toEqual(['ready']);
});

test('one that was killed holds the lock no longer', async () => {
  const { start, userData } = await onlyOnce();
  const { host } = await start();
  const { pid } = JSON.parse(await readFile(join(userData, 'host-instance.json'), 'utf8'));
  process.kill(Number(pid), 'SIGKILL');
  await host.ended;
  await expect.poll((await start()).titles).toEqual(['ready']);
});
