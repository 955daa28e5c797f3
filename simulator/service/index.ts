export type { ServiceDeps } from './deps.ts';
export { createRateStore } from './rate-store.ts';
export { createRequestLog, type LoggedRequest } from './request-log.ts';
export { addService } from './service.ts';
