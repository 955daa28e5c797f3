/** How to log in; null leaves it to ssh and its configuration, since the service documents neither. */
export interface SshLogin {
  readonly user: string | null;
  readonly port: number | null;
}

/**
 * The command to log in at an address, safe to paste into any shell: it is made of letters, digits and `.:@_-` only.
 * @param address passed by `sshAddress`
 * @param login the settings' user and port, validated there
 */
export function sshCommand(address: string, login: SshLogin): string {
  const port = login.port === null ? '' : `-p ${login.port} `;
  const user = login.user === null ? '' : `${login.user}@`;
  return `ssh ${port}${user}${address}`;
}
