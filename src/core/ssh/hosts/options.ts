/** A user as servers have them; nothing that ssh expands or takes for something else. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}$/;

export function isUser(user: string): boolean {
  return USER.test(user);
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
