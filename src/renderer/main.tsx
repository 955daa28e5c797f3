import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { bridge } from './bridge.ts';
import { go, keepScreen } from './navigation.ts';
import { mirrorMain } from './store.ts';
import './styles.css';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no root element');
const root = createRoot(element);

mirrorMain(bridge, {
  start(screen) {
    keepScreen(screen);
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  },
  go,
});
