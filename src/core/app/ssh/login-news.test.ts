import { expect, test } from 'vitest';
import { changedKeyNotification, readyNotification } from './login-news.ts';
import { host } from './testing/hosts.ts';
import { vm } from './testing/snapshots.ts';

const destination = { kind: 'vm', accountId: 'a', vmId: 'one' };

test('who waits is told the command, and led to the VM', () => {
  expect(readyNotification(host(), vm('one', { label: 'train 1' }))).toEqual({
    ...{ title: 'You can log in to train 1', body: 'ssh gpu-one', destination },
  });
});

test('another host key is told as something to look at', () => {
  expect(changedKeyNotification(host(), vm('one'))).toEqual({
    title: 'one shows another host key',
    body: 'Compare the two under Details before you log in.',
    destination,
  });
});

test.each([readyNotification, changedKeyNotification])(
  'a label of pages is cut, and obeyed by nobody',
  (notification) => {
    const { title } = notification(
      host(),
      vm('one', { label: `\u001b[2J\n\u202e${'x'.repeat(9_000)}` }),
    );
    expect(title.length).toBeLessThan(100);
    expect(title).not.toMatch(/\p{Cc}|\p{Cf}/u);
  },
);
