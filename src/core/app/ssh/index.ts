export { startSsh } from './start-ssh.ts';
