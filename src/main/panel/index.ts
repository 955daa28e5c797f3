export { readBundleFiles } from './bundle-files.ts';
export { createElectronPanel, type ElectronPanel } from './electron-panel.ts';
export { electronSurface } from './electron-surface.ts';
export { denyPermissions, hardenApp } from './harden-app.ts';
export { createPanel, type Panel } from './panel.ts';
export { panelAddress } from './panel-address.ts';
export { createPanelSizeFile, loadPanelSize } from './panel-size.ts';
export { placeAgain, placePanel } from './place-panel.ts';
export { registerBundleScheme, serveBundle } from './serve-bundle.ts';
