export type {
  Application,
  ApplicationPorts,
  DesktopPorts,
  Notification,
  NotificationButton,
  Question,
  RequestHandlers,
  UpdateResult,
  Updater,
} from './application.ts';
export { createApplication } from './create-application.ts';
export { RefusalError } from './refusal-error.ts';
