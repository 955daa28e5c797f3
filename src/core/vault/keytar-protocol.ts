/** The service name of all our items in the keychain. Changing it orphans every stored credential. */
export const SERVICE_NAME = 'GPU Tray';

/** A message to the keytar process, which gets one answer. */
export type KeytarCall =
  | { readonly op: 'get' | 'delete'; readonly item: string }
  | { readonly op: 'set'; readonly item: string; readonly value: string };

/** A message of the keytar process: once when it is ready, then one per call. `refusal`: the keychain's error text. */
export type KeytarAnswer =
  | { readonly value: string | boolean | null }
  | { readonly refusal: string };
