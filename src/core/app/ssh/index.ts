export { createSshRequests, type SshRequestContext } from './ssh-requests.ts';
export { type SshPart, startSsh } from './start-ssh.ts';
