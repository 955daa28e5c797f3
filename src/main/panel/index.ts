export { panelAddress } from './bundle.ts';
export { createElectronPanel } from './electron-panel.ts';
export { createPanel, type Panel } from './panel.ts';
export { loadPanelSize, panelSizeSaver } from './panel-size.ts';
export { placePanel } from './place-panel.ts';
export { denyPermissions, serveBundle } from './security.ts';
