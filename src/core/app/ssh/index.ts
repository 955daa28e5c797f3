export { createSshRequests, type SshRequestContext } from './ssh-requests.ts';
export { startSsh } from './start-ssh.ts';
