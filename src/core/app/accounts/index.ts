export { startAccounts } from './accounts.ts';
export { type KeychainPart, startKeychain } from './keychain.ts';
