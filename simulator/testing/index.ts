export { type Bench, bench, type Client, type Reply } from './bench.ts';
export {
  documentedError,
  documentedSpend,
  documentedTokens,
  documentedUsage,
  documentedVm,
} from './documented.ts';
