export { sshLoginFor, sshLoginsOf, vmTemplatesOf, withSshLogin, withVmTemplate } from './logins.ts';
export { createSshWatch, type SshWatch } from './ssh-watch.ts';
