/** A user as servers have them; nothing that ssh expands or takes for something else. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}$/;

/** Whether the name may stand unquoted in ssh's files and before the `@`. Another one is left out of our files. */
export function isUser(user: string): boolean {
  return USER.test(user);
}

/** Whether a server can listen there: 1 to 65535. Another one leaves the port to ssh. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
