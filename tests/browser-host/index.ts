export type { HostCommand, HostState, MenuNode, TrafficMessage, TrayState } from './host-state.ts';
export { askApp, type BrowserHost, type DesktopOptions, startBrowserHost } from './start-host.ts';
