export { addFileAccounts, openCredentialsFile } from './file-accounts.ts';
export { addKey, type CredentialsPlace, readSendTo } from './read-credentials.ts';
