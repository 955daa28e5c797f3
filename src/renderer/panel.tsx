import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { errorLocation } from '../shared/format/index.ts';
import type { PanelStart } from '../shared/ipc/bridge.ts';
import { App, CRASH } from './app/app.tsx';
import { bridge, keepScreen, replaceApp } from './store.ts';

export { go, patchApp as patch } from './store.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no root element');
const root = createRoot(element, {
  onUncaughtError(error) {
    const crash =
      error instanceof Error
        ? { error: error.name, at: errorLocation(error.stack) }
        : { error: typeof error, at: null };
    void bridge.reportCrash(crash);
    reportError(error);
    root.render(CRASH);
  },
});

/** Renders the panel. @param code of the first screen, so that the first frame has the screen */
export async function start({ app, screen }: PanelStart, code: Promise<unknown>): Promise<void> {
  replaceApp(app);
  keepScreen(screen);
  await code;
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
