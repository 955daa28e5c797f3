import { screenCode } from './app/screen-code.ts';
import './styles.css';

// The code of the first screen is loaded while React is, in one round trip, so this file must not import React. What main sends
// meanwhile is applied afterwards, in order.
const panel = import('./panel.tsx');

window.gpuTray.watch({
  start(begin) {
    const code = screenCode(begin).load();
    void panel.then(({ start }) => start(begin, code));
  },
  patch: (patch) => void panel.then((loaded) => loaded.patch(patch)),
  go: (destination) => void panel.then(({ go }) => go(destination)),
});
