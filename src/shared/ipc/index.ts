export type { Answer, Bridge, Destination, Refusal } from './bridge.ts';
export {
  GO_CHANNEL,
  PATCH_CHANNEL,
  REQUEST_CHANNELS,
  STATE_CHANNEL,
  WATCH_CHANNEL,
} from './channels.ts';
export type { Contract, RequestInput, RequestName, RequestOutput } from './contract.ts';
