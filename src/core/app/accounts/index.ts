export { startAccounts } from './accounts.ts';
export { startKeychain } from './keychain.ts';
