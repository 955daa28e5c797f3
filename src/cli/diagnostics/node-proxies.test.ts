import { expect, test } from 'vitest';
import { nodeProxies } from './node-proxies.ts';

const URL = 'https://api.example.com/v1';
const PROXY = { HTTPS_PROXY: 'http://user:canary@proxy:3128' };

test.each<[string, Record<string, string>, readonly string[], string]>([
  ['no variable', {}, [], 'none'],
  ['the variable alone', PROXY, [], 'ignored'],
  ['in lower case', { https_proxy: 'http://proxy' }, [], 'ignored'],
  ['turned on', { ...PROXY, NODE_USE_ENV_PROXY: '1' }, [], 'used'],
  ['turned on by an option', PROXY, ['--use-env-proxy'], 'used'],
  ['turned on by NODE_OPTIONS', { ...PROXY, NODE_OPTIONS: '--use-env-proxy' }, [], 'used'],
  ['for http only', { HTTP_PROXY: 'http://proxy' }, [], 'none'],
  ['exempt', { ...PROXY, NO_PROXY: 'localhost, .example.com' }, [], 'none'],
  ['with another host exempt', { ...PROXY, NO_PROXY: 'ample.com' }, [], 'ignored'],
  ['all exempt', { ...PROXY, no_proxy: '*' }, [], 'none'],
])('a proxy with %s', (_, env, options, expected) => {
  expect(nodeProxies(env, options)(URL)).toBe(expected);
});
