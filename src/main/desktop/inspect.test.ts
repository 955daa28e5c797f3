import { expect, test } from 'vitest';
import { proxyUse } from './inspect.ts';

test.each([
  ['DIRECT', 'none'],
  ['', 'none'],
  ['DIRECT; PROXY proxy:3128', 'none'],
  ['PROXY proxy:3128', 'used'],
  ['PROXY proxy:3128; DIRECT', 'used'],
  ['SOCKS5 proxy:1080', 'used'],
])('%j', (pac, expected) => {
  expect(proxyUse(pac)).toBe(expected);
});
