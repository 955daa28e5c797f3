export { forkHelper } from './fork-helper.ts';
export type { HelperProcess, SpawnHelper } from './helper-process.ts';
export { type Keychain, type KeychainOptions, openKeychain } from './keychain.ts';
export { KeychainError, type KeychainProblem } from './keychain-error.ts';
export { createMemorySecretStore, type MemorySecretStore } from './memory-secret-store.ts';
export {
  createVault,
  type Vault,
  type VaultReading,
  type VaultRemoval,
  type VaultWriting,
} from './vault.ts';
