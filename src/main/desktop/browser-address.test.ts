import { expect, test } from 'vitest';
import { browserAddress } from './browser-address.ts';

test('https is opened, in its normal form', () => {
  expect(browserAddress('https://Console.example.com/vms?a=1')).toBe(
    'https://console.example.com/vms?a=1',
  );
});

test.each([
  'http://console.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-msdt:/id',
  'smb://host/share',
  'https://good.example@evil.example/',
  'https://:pw@evil.example/',
  '//console.example.com',
  '',
])('%j is not', (text) => {
  expect(browserAddress(text)).toBeNull();
});
