/**
 * Tells when the accounts have been heard once around. Alerts want polls that agree, and the total of all accounts is looked
 * at after each account's poll: without rounds, two accounts would confirm within a second what nobody has looked at twice.
 * A round ends when an account is heard of again, so one that does not answer holds up nothing.
 * @returns whether hearing of this account begins a round
 */
export function createRounds(): (accountId: string) => boolean {
  const heard = new Set<string>();
  return (accountId) => {
    const isNew = heard.size === 0 || heard.has(accountId);
    if (isNew) heard.clear();
    heard.add(accountId);
    return isNew;
  };
}
