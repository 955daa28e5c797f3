export { addFileAccounts, openCredentialsFile } from './file-accounts.ts';
export type { CredentialsPlace } from './read-credentials.ts';
