/** Whether credentials can be kept at all just now. */
export type KeychainStatus = 'available' | 'locked' | 'missing';

/**
 * Items of text by name, as the system keychain holds them. Values are plain strings only at this height and below; above
 * it they are `Secret`. Every method may reject with a `KeychainError`, and with nothing else.
 */
export interface SecretStore {
  /** The item's value; `null` when there is none, and on Linux also when the keyring is locked. */
  get(item: string): Promise<string | null>;
  /** Creates the item or changes it in place. */
  set(item: string, value: string): Promise<void>;
  /** Whether an item was deleted; `false` when there was none, and on Linux also when the keyring is locked. */
  delete(item: string): Promise<boolean>;
  status(): Promise<KeychainStatus>;
}
