export type { SshNews } from './apply-news.ts';
export { hostKeyAliasFor } from './host-key-alias.ts';
export {
  createSshHosts,
  type SshHosts,
  type SshHostsOptions,
  UnusableSshFolder,
} from './ssh-hosts.ts';
