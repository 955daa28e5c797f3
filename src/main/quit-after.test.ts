import { expect, test } from 'vitest';
import { quitAfter } from './quit-after.ts';

/** Quits as Electron does: unless a listener prevents it. */
function createApp() {
  const listeners: ((event: { preventDefault(): void }) => void)[] = [];
  const app = {
    hasEnded: false,
    on: (_: 'will-quit', listener: (event: { preventDefault(): void }) => void) =>
      listeners.push(listener),
    quit() {
      let isPrevented = false;
      const event = {
        preventDefault() {
          isPrevented = true;
        },
      };
      for (const listener of listeners) listener(event);
      app.hasEnded ||= !isPrevented;
    },
  };
  return app;
}

test('the app ends when what has to be finished is finished, once, however often it is asked to', async () => {
  const app = createApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  quitAfter(app, () => {
    times += 1;
    return promise;
  });
  app.quit();
  app.quit();
  await Promise.resolve();
  expect(app.hasEnded).toBe(false);
  resolve();
  await expect.poll(() => app.hasEnded).toBe(true);
  expect(times).toBe(1);
});
