export {
  type Answer,
  type Bridge,
  type Destination,
  type PanelStart,
  type Pushes,
  type PushListeners,
  type PushName,
  pushChannel,
  type Refusal,
  requestChannel,
  type Screen,
  type SendPush,
  WATCH_CHANNEL,
} from './bridge.ts';
export type { DesktopRequest, RequestInput, RequestName, RequestOutput } from './contract.ts';
