export {
  documentedError,
  documentedSpend,
  documentedTokens,
  documentedUsage,
  documentedVm,
} from './documented.ts';
export { type Reply, type Setup, setup } from './setup.ts';
