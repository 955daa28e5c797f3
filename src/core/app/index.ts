export type { AppEvent, Notification, NotificationButton } from '../events/index.ts';
export { type Application, createApplication } from './create-application.ts';
export type {
  ApplicationPorts,
  DesktopPorts,
  Question,
  RequestHandlers,
  UpdateResult,
  Updater,
  WatchOptions,
} from './kernel/ports.ts';
export { RefusalError, refuse } from './kernel/refusal-error.ts';
