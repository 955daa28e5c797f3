export type { SshNews } from './apply-news.ts';
export { optionProblem } from './options.ts';
export {
  createSshHosts,
  type SshHosts,
  type SshHostsOptions,
  UnusableSshFolder,
} from './ssh-hosts.ts';
