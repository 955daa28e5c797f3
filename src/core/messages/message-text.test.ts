import { expect, test } from 'vitest';
import { bodyFor } from './message-text.ts';

const NAME = '[x](http://evil.example) <https://evil.example> <@1> @everyone \\[y](z)';

function sent(kind: 'discord' | 'slack') {
  const message = { title: `${NAME} has stopped`, body: '', at: 0 };
  const address = { kind, url: 'https://hooks.example/1' };
  return bodyFor(address, [{ ...MESSAGE, ...message }], 'laptop', 0);
}

const MESSAGE = { id: 'm', topic: 'vm', isOver: false } as const;

test('the name of a VM is no link and no mention at Discord', () => {
  const { content } = Object(sent('discord'));
  expect(content).not.toContain('://');
  // Each is escaped, and no backslash of the name escapes ours.
  expect(content.replaceAll(/\\[^\w\s]/g, '')).not.toMatch(/[\\[\]()<>@]/);
  expect(sent('discord')).toMatchObject({ flags: 4, allowed_mentions: { parse: [] } });
});

test('the name of a VM is no link at Slack', () => {
  const { text } = Object(sent('slack'));
  expect(text).not.toMatch(/:\/\/|[<>]/);
});
