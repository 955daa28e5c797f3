export type { SshNews } from './apply-news.ts';
export { hostKeyAliasFor } from './host-key-alias.ts';
export { type HostContext, type HostLine, hostLines } from './host-lines.ts';
export { isUser } from './options.ts';
export {
  createSshHosts,
  type SshHosts,
  type SshHostsOptions,
  UnusableSshFolder,
} from './ssh-hosts.ts';
