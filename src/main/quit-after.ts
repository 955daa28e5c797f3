/** What is needed of Electron's `app`. */
interface QuittingApp {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

/**
 * Holds back the end of the app until `finish` is done, then quits for good, whether it went well or not. `will-quit` comes
 * when nothing can stop the quit any more, so windows are closed and the tray is silent by then.
 */
export function quitAfter(app: QuittingApp, finish: () => Promise<void>): void {
  let isFinished = false;
  let hasBegun = false;
  app.on('will-quit', (event) => {
    if (isFinished) return;
    event.preventDefault();
    if (hasBegun) return;
    hasBegun = true;
    void finish().finally(() => {
      isFinished = true;
      app.quit();
    });
  });
}
