export { createConfirmer } from './confirmer.ts';
export { electronMessageBox } from './electron-message-box.ts';
