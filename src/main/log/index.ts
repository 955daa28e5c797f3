export { describeDefect } from './describe-defect.ts';
export { createFileLog } from './file-log.ts';
