export { forkHelper, helperEnv, type SpawnHelper } from './helper-process.ts';
export { type Keychain, type KeychainOptions, openKeychain } from './keychain.ts';
export { KeychainError, type KeychainProblem } from './secret-store.ts';
export { createVault, type ReadOptions, type Vault } from './vault.ts';
