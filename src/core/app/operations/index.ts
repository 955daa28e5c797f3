export { type OperationsPart, startOperations } from './operations.ts';
