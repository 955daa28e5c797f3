export * from './bridge.ts';
export type {
  DesktopRequest,
  RequestInput,
  RequestName,
  RequestOutput,
  Screen,
} from './contract.ts';
