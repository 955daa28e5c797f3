export { setAutostart } from './autostart.ts';
export { electronAutostart } from './electron-autostart.ts';
