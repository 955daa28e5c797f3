import { expect, test } from 'vitest';
import { EDITORS, editorAddress } from '../../core/ssh/index.ts';
import { browserUrl, editorUrl } from './open.ts';

const HOST = { alias: 'gpu-train-1', address: '203.0.113.7', user: 'ubuntu', port: 22 };

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
  expect(address.state === 'url' && editorUrl(address.url)).toBe(
    address.state === 'url' && address.url,
  );
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
