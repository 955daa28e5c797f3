/** `money` holds what costs, also VMs that are not stopped as planned; `data`: figures that are missing. */
export const MESSAGE_TOPICS = ['money', 'data', 'vm', 'autoStop'] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

export const DEFAULT_TOPICS: readonly MessageTopic[] = ['money', 'data'];

export const MESSAGE_KINDS = ['ntfy', 'slack', 'discord', 'url'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Where alerts are also sent. Its address is a secret, so it is not here. */
export interface MessageDestination {
  readonly id: string;
  readonly kind: MessageKind;
  readonly host: string;
  readonly topics: readonly MessageTopic[];
}

export interface MessageDelivery {
  readonly waiting: number;
  /** Why the last attempt failed, a sentence; null: it did not fail. */
  readonly problem: string | null;
}

export interface MessagesSlice {
  readonly destinations: readonly MessageDestination[];
  /** By id of the destination; absent: nothing waits, and nothing failed. */
  readonly deliveries: Readonly<Record<string, MessageDelivery>>;
}
