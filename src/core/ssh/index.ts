export { sshAddress } from './ssh-address.ts';
export { type SshLogin, sshCommand } from './ssh-command.ts';
