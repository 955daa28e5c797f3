import { expect, test } from 'vitest';
import { BUNDLE_ADDRESS } from './bundle-response.ts';
import { isPanelFrame } from './panel-frame.ts';

const panel = new URL(BUNDLE_ADDRESS);

test.each([BUNDLE_ADDRESS, 'app://bundle/', 'app://bundle/index.html#/settings'])(
  'trusted: %s',
  (url) => {
    expect(isPanelFrame({ url, parent: null }, panel)).toBe(true);
  },
);

test.each([
  'about:blank',
  '',
  'null',
  'https://bundle/index.html',
  'app://bundle.evil/index.html',
  'app://evil/index.html',
  'app:bundle',
  'file:///app/bundle/index.html',
  'data:text/html,app://bundle/',
  'devtools://devtools/bundled/index.html',
])('not trusted: %s', (url) => {
  expect(isPanelFrame({ url, parent: null }, panel)).toBe(false);
});

test('a frame inside the panel, and one that is gone, are not trusted', () => {
  expect(isPanelFrame({ url: BUNDLE_ADDRESS, parent: {} }, panel)).toBe(false);
  expect(isPanelFrame(null, panel)).toBe(false);
});
