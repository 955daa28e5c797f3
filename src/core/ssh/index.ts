export type { SshHost, SshVm } from './host.ts';
export type { SshNews } from './hosts/index.ts';
export type { KeyComparison } from './known-hosts/index.ts';
export { createReachWatch, type ReachTarget } from './reach/index.ts';
export { sshAddress } from './ssh-address.ts';
export { type SshLogin, sshCommand } from './ssh-command.ts';
