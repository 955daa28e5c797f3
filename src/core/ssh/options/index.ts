export { type OptionLine, optionLine } from './option-line.ts';
export { type RunsWhere, runningOption } from './what-runs.ts';
