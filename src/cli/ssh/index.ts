export { findLogin } from './find-login.ts';
export { forgetSignedOut } from './forget-signed-out.ts';
export { loginLine, requireSsh, runSsh } from './run-ssh.ts';
