export { type Bench, bench, type Reply } from './bench.ts';
export {
  documentedError,
  documentedSpend,
  documentedTokens,
  documentedUsage,
  documentedVm,
} from './documented.ts';
