export {
  type Account,
  accountsOf,
  itemOf,
  shownAccount,
  withAccount,
  withAccountChange,
} from './account-records.ts';
export { type Accounts, createAccounts, type SignedIn } from './accounts.ts';
export { learn, type Shown } from './learn.ts';
export { CredentialError } from './stored-credential.ts';
