export type { Answer, Bridge, Refusal } from './bridge.ts';
export { PUSH_CHANNELS, REQUEST_CHANNELS, WATCH_CHANNEL } from './channels.ts';
export type { DesktopRequest, RequestInput, RequestName, RequestOutput } from './contract.ts';
export type {
  Destination,
  PanelStart,
  Pushes,
  PushListeners,
  PushName,
  SendPush,
} from './pushes.ts';
