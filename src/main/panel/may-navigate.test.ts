import { expect, test } from 'vitest';
import { mayNavigate } from './may-navigate.ts';

const PANEL = new URL('app://bundle/index.html');
const DEV_SERVER = new URL('http://localhost:5173');

test.each([
  [PANEL, 'app://bundle/index.html'],
  // The page has it with the slash that an address of a server alone is written with.
  [DEV_SERVER, 'http://localhost:5173/'],
])('the panel %s may load itself anew', (panel, url) => {
  expect(mayNavigate({ url, isMainFrame: true }, panel)).toBe(true);
});

test.each([
  'app://bundle/',
  'app://bundle/assets/index.js',
  'app://bundle/index.html?q',
  'app://bundle/index.html#part',
  'app://bundle/../index.html%00',
  'app://bundle.example/index.html',
  'app://user@bundle/index.html',
  'app://bundle:1/index.html',
  'http://bundle/index.html',
  'https://example.com/app://bundle/index.html',
  'file:///index.html',
  'data:text/html,x',
  'blob:app://bundle/1',
  'about:blank',
  'javascript:1',
  '',
])('it may not go to %s', (url) => {
  expect(mayNavigate({ url, isMainFrame: true }, PANEL)).toBe(false);
});

test('a frame may not even load the panel', () => {
  expect(mayNavigate({ url: PANEL.href, isMainFrame: false }, PANEL)).toBe(false);
});
