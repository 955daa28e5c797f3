export { addFileAccounts, openCredentialsFile } from './file-accounts.ts';
export { addKeyToFile, type CredentialsPlace, readSendTo } from './read-credentials.ts';
