export { askApp } from './ask-app.ts';
export type { HostCommand, HostState, MenuNode, TrafficMessage, TrayState } from './host-state.ts';
export { type BrowserHost, startBrowserHost } from './start-host.ts';
