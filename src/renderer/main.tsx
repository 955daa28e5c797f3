import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, startViewKeeper } from './app/index.ts';
import { bridge } from './bridge.ts';
import { go } from './navigation.ts';
import { mirrorMain } from './store.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root element');

mirrorMain(bridge, { restore: startViewKeeper().restore, go });
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
