import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type AppParts, appFolder } from './testing/running.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const START = new URL('./start-host.ts', import.meta.url).href;

/** Starts an app by a program of Node's. Resolves to it and the first line that it prints. */
async function started(parts: AppParts, args: (folder: string, userData: string) => string[]) {
  const app = await appFolder(parts);
  const child = spawn(process.execPath, args(app.folder, app.userData), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await app[Symbol.asyncDispose]();
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, line: String(line) };
}

test('ends when the process that started it was killed', async () => {
  const source = (folder: string, userData: string) => `
    import { startBrowserHost } from ${JSON.stringify(START)};
    const host = await startBrowserHost(${JSON.stringify({ app: folder, userData })});
    console.log(host.control);`;
  const { child, line } = await started({}, (...places) => [
    ...['--input-type=module', '--eval'],
    source(...places),
  ]);
  const isRunning = () =>
    fetch(line).then(
      () => true,
      () => false,
    );
  expect(await isRunning()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(isRunning).toBe(false);
});

test('ends when nothing reads its output', async () => {
  const parts = { ready: "setInterval(() => console.log('tick'), 50);" };
  const { child } = await started(parts, (folder, userData) => [
    ...[MAIN, '--app', folder, '--user-data', userData],
  ]);
  const ended = once(child, 'exit');
  child.stderr.destroy();
  expect(await ended).toEqual([1, null]);
});
