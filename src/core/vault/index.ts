export { forkHelper, helperEnv, type SpawnHelper } from './helper-process.ts';
export { type Keychain, type KeychainOptions, openKeychain } from './keychain.ts';
export { KeychainError, type KeychainProblem, type SecretStore } from './secret-store.ts';
export { createVault, type ReadOptions, type Vault } from './vault.ts';
