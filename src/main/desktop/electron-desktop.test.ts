import { expect, test } from 'vitest';
import { EDITORS, editorAddress } from '../../core/ssh/index.ts';
import { makeHost } from '../../core/ssh/testing/make-host.ts';
import { globalShortcut } from '../testing/electron.ts';
import { browserUrl, createShortcut, editorUrl, proxyUse } from './electron-desktop.ts';

const login = { user: 'ubuntu', port: 22, identityFile: null };
const HOST = makeHost({ alias: 'gpu-train-1', login });

test('a browser opens https and http, normalized', () => {
  expect(browserUrl('https://Console.example.com/vms?a=1')).toBe(
    'https://console.example.com/vms?a=1',
  );
  expect(browserUrl('http://api.example.com')).toBe('http://api.example.com/');
});

test.each([
  'https://good.example@evil.example/',
  'https://:pw@evil.example/',
  '//console.example.com',
])('a browser does not open %j', (text) => {
  expect(browserUrl(text)).toBeNull();
});

test.each(EDITORS)('the address for $name is allowed', ({ id }) => {
  const address = editorAddress(id, HOST, '/data');
  const url = typeof address === 'string' ? '' : address.url;
  expect(editorUrl(url)).toBe(url);
});

test('an editor does not open https', () => {
  expect(editorUrl('https://x.example/')).toBeNull();
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-msdt:/id',
  'smb://host/share',
  'x',
  '',
])('neither opens %j', (text) => {
  expect([browserUrl(text), editorUrl(text)]).toEqual([null, null]);
});

test.each([
  ['DIRECT', 'none'],
  ['', 'none'],
  ['DIRECT; PROXY proxy:3128', 'none'],
  ['PROXY proxy:3128', 'used'],
  ['PROXY proxy:3128; DIRECT', 'used'],
  ['SOCKS5 proxy:1080', 'used'],
])('proxy settings %j', (pac, expected) => {
  expect(proxyUse(pac)).toBe(expected);
});

test('one shortcut at a time is registered, and a refused one leaves the one before', async () => {
  const registered = new Map<string, () => void>();
  Object.assign(globalShortcut, {
    register: (keys: string, onPressed: () => void) =>
      keys !== 'Alt+F4' && registered.set(keys, onPressed).has(keys),
    unregister: (keys: string) => void registered.delete(keys),
  });
  let presses = 0;
  const set = createShortcut(() => {
    presses += 1;
  });
  await set('Ctrl+Alt+G');
  await set('Ctrl+Alt+U');
  expect([...registered.keys()]).toEqual(['Ctrl+Alt+U']);
  await expect(set('Alt+F4')).rejects.toHaveProperty('refusal.kind', 'shortcut');
  registered.get('Ctrl+Alt+U')?.();
  expect(presses).toBe(1);
  await set(null);
  expect(registered.size).toBe(0);
});
