import { expect, test } from 'vitest';
import { notificationText } from './notification-text.ts';

const message = { title: 'a <b> & c', body: '<img src=x> & more' };

test('no markup in the body on Linux', () => {
  expect(notificationText(message, 'linux')).toEqual({
    title: 'a <b> & c',
    body: '‹img src=x› ＆ more',
  });
});

test.each(['darwin', 'win32'] as const)('%s shows text as it is', (platform) => {
  expect(notificationText(message, platform)).toEqual(message);
});
