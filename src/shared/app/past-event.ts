import type { Alert } from './alert.ts';

/** Something that happened, for the list of earlier events. `at`: ms since the epoch. */
export type PastEvent =
  | {
      readonly kind: 'vm';
      readonly at: number;
      readonly accountId: string;
      readonly vmId: string;
      readonly name: string;
      /** After the name, such as `was interrupted`. */
      readonly what: string;
    }
  /** An alert that closed. */
  | ({ readonly kind: 'alert'; readonly at: number } & Pick<Alert, 'rule' | 'limit' | 'openedAt'>);
