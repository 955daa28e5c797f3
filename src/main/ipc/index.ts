export { DEFECT_REFUSAL, refusalOf } from './refusal-of.ts';
export type { PanelRequests } from './request-door.ts';
export { servePanel } from './serve-panel.ts';
export { createStateFeed } from './state-feed.ts';
