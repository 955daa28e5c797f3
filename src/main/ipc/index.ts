export { DEFECT_REFUSAL, type Handlers, handleRequests, refusalOf } from './handle.ts';
export { createStateFeed } from './state-feed.ts';
