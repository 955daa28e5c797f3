export {
  sshLoginsOf,
  type VmTemplates,
  vmTemplatesOf,
  withSshLogin,
  withVmTemplate,
} from './logins.ts';
export { plainHost } from './plain-host.ts';
export {
  type AccountVms,
  isThere,
  type LoginWishes,
  sshVmsOf,
  vmAddresses,
} from './ssh-vms.ts';
