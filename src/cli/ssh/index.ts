export { runSsh } from './run-ssh.ts';
export { openUserSsh } from './user-ssh.ts';
