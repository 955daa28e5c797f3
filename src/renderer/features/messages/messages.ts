import type { MessageKind, MessageTopic } from '../../../shared/messages/messages.ts';

export const messages = {
  title: 'Also send to',
  hint: 'Every computer running GPU Tray sends its own copy.',
  kinds: {
    ntfy: 'ntfy',
    slack: 'Slack',
    discord: 'Discord',
    url: 'Any URL',
  } satisfies Record<MessageKind, string>,
  topics: {
    money: 'Money',
    data: 'Missing data',
    vm: 'VM changes',
    autoStop: 'Auto-stops',
  } satisfies Record<MessageTopic, string>,
  topicsOf: (name: string) => `Messages to ${name}`,
  waiting: (count: number) =>
    `${count} ${count === 1 ? 'message' : 'messages'} waiting to be sent.`,
  test: 'Send a test message',
  tested: (host: string) => `Test sent to ${host}.`,
  remove: 'Remove',
  add: 'Add…',
  cancel: 'Cancel',
  save: 'Add',
  kind: 'Service',
  server: 'Server',
  topic: 'Topic',
  token: 'Access token',
  tokenHint: 'For a protected topic.',
  webhook: 'Webhook URL',
  url: 'URL',
  urlHint: 'Sends a JSON POST request.',
  headerName: 'Header',
  headerHint: 'Sent with each message, such as Authorization.',
  headerValue: 'Value of the header',
  kept: 'The address is kept in this computer’s keychain.',
} as const;
