import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { appFolder } from './testing/running.ts';

const START = new URL('./start-host.ts', import.meta.url).href;

test('ends when the process that started it was killed', async () => {
  const { folder, userData, ...app } = await appFolder();
  onTestFinished(() => app[Symbol.asyncDispose]());
  const source = `
    import { startBrowserHost } from ${JSON.stringify(START)};
    const host = await startBrowserHost(${JSON.stringify({ app: folder, userData })});
    console.log(host.control);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [control] = await once(createInterface(child.stdout), 'line');
  const isRunning = () =>
    fetch(String(control)).then(
      () => true,
      () => false,
    );
  expect(await isRunning()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(isRunning).toBe(false);
});
