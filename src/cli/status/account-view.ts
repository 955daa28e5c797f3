import type { AccountState } from '../../shared/domain/index.ts';

/** One account as the status shows it. Holds nothing secret. */
export interface AccountView {
  readonly id: string;
  readonly label: string;
  readonly state: AccountState;
  /** Of its service. */
  readonly baseUrl: string;
  /** When the older of the shown figures came, ms since the epoch; null while there are none. */
  readonly asOf: number | null;
}
