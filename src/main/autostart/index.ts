export { setAutostart } from './electron-autostart.ts';
