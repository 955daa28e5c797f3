import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PanelStart } from '../shared/ipc/bridge.ts';
import { App } from './app/app.tsx';
import { keepScreen } from './navigation.ts';
import { replaceApp } from './store.ts';

export { go } from './navigation.ts';
export { patchApp as patch } from './store.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no root element');
const root = createRoot(element);

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
