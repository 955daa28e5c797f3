export { DEFECT_REFUSAL, refusalOf } from './refusal-of.ts';
export { servePanel } from './serve-panel.ts';
export { createStateFeed } from './state-feed.ts';
