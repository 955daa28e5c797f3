import { expect, test } from 'vitest';
import { callsOf, clearCalls, setSwitch } from '../testing/electron.ts';
import { BUNDLE_ADDRESS } from './bundle.ts';
import { hardenApp, isPanelFrame, mayNavigate } from './security.ts';

const PANEL = new URL(BUNDLE_ADDRESS);
const DEV_SERVER = new URL('http://localhost:5173');

test.each([
  [PANEL, 'app://bundle/index.html'],
  // A page's URL has a slash after a host alone.
  [DEV_SERVER, 'http://localhost:5173/'],
])('the panel %s may reload itself', (panel, url) => {
  expect(mayNavigate({ url, isMainFrame: true }, panel)).toBe(true);
});

test.each([
  'app://bundle/',
  'app://bundle/index.html?q',
  'app://bundle/index.html#part',
  'app://bundle/../index.html%00',
  'app://bundle.example/index.html',
  'app://user@bundle/index.html',
  'https://example.com/app://bundle/index.html',
  'file:///index.html',
  'data:text/html,x',
  'about:blank',
  'javascript:1',
  '',
])('the panel may not load %s', (url) => {
  expect(mayNavigate({ url, isMainFrame: true }, PANEL)).toBe(false);
});

test('a subframe may not load the panel', () => {
  expect(mayNavigate({ url: PANEL.href, isMainFrame: false }, PANEL)).toBe(false);
});

test.each([BUNDLE_ADDRESS, 'app://bundle/', 'app://bundle/index.html#/settings'])(
  'trusts a message from %s',
  (url) => {
    expect(isPanelFrame({ url, parent: null }, PANEL)).toBe(true);
  },
);

test.each([
  'about:blank',
  '',
  'https://bundle/index.html',
  'app://bundle.evil/index.html',
  'file:///app/bundle/index.html',
  'devtools://devtools/bundled/index.html',
])('does not trust a message from %j', (url) => {
  expect(isPanelFrame({ url, parent: null }, PANEL)).toBe(false);
});

test('trusts neither a subframe nor a frame that is gone', () => {
  expect(isPanelFrame({ url: BUNDLE_ADDRESS, parent: {} }, PANEL)).toBe(false);
  expect(isPanelFrame(null, PANEL)).toBe(false);
});

test('the sandbox is enabled unless the user turned it off', () => {
  clearCalls();
  hardenApp(PANEL);
  expect(callsOf('enableSandbox')).toHaveLength(1);
  setSwitch('no-sandbox');
  hardenApp(PANEL);
  expect(callsOf('enableSandbox')).toHaveLength(1);
});
