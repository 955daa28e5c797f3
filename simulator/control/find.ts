import type { Account, Vm, World } from '../world/index.ts';

/** The control interface was asked about something that does not exist. */
export class NotHere extends Error {}

/** The account with that email; the first one when none is given. */
export function findAccount(world: World, email: string | undefined): Account {
  if (email === undefined) return world.accounts[0];
  const account = world.accounts.find((each) => each.email === email);
  if (!account) throw new NotHere(`No account has the email ${email}`);
  return account;
}

/** The VM with that id and whose it is, one that no endpoint knows any more included. @throws NotHere */
export function findVm(world: World, id: string): { account: Account; vm: Vm } {
  for (const account of world.accounts) {
    const vm = account.vms.find((each) => each.id === id);
    if (vm) return { account, vm };
  }
  throw new NotHere(`No VM has the id ${id}`);
}
