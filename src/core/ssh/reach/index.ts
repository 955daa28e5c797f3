export { answersSsh } from './answers-ssh.ts';
export { createReachWatch, type ReachTarget, type ReachWatch } from './reach-watch.ts';
