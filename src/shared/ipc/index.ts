export * from './bridge.ts';
export type { DesktopRequest, RequestInput, RequestName, RequestOutput } from './contract.ts';
