export type { KeyComparison } from './compare-keys.ts';
export { explainKey, type KeyExplanation } from './explain.ts';
export type { Fingerprint } from './host-key.ts';
export { createKnownHosts, type KnownHosts, type KnownHostsOptions } from './known-hosts.ts';
