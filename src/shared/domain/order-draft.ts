export type OrderField =
  | 'node'
  | 'gpuType'
  | 'gpuCount'
  | 'storageGb'
  | 'template'
  | 'rental'
  | 'months'
  | 'login'
  | 'sshKeyId'
  | 'password';

/** An order as typed or chosen, without the password; empty: not given. */
export type OrderDraft = Readonly<Record<Exclude<OrderField, 'password'>, string>>;

export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>;

/** `other`: what names no field; null: nothing. */
export interface RefusedOrder {
  readonly errors: OrderErrors;
  readonly other: string | null;
}
