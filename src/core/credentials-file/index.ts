export { addFileAccounts, openCredentialsFile } from './file-accounts.ts';
export { type CredentialsPlace, readSendTo } from './read-credentials.ts';
