export type {
  Application,
  ApplicationPorts,
  DesktopPorts,
  Notification,
  Question,
  RequestHandlers,
} from './application.ts';
export { createApplication } from './create-application.ts';
export { RefusalError } from './refusal-error.ts';
