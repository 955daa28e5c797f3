import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { bridge } from './bridge.ts';
import { go, keepScreen } from './navigation.ts';
import { mirrorMain } from './store.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root element');

mirrorMain(bridge, { restore: keepScreen, go });
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
