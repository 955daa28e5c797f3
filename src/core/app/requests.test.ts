import { expect, it } from 'vitest';
import { parseConsoleUrl } from './requests.ts';

it.each([
  [' https://console.example.com/vms?tab=1#x ', 'https://console.example.com/vms?tab=1#x'],
  ['https://console.example.com', 'https://console.example.com/'],
])('%j is the console URL %s', (text, url) => {
  expect(parseConsoleUrl(text)).toBe(url);
});

it.each([
  '',
  'console.example.com',
  'http://console.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/share',
  'https://user:password@console.example.com',
])('%j is not a console URL', (text) => {
  expect(parseConsoleUrl(text)).toBeNull();
});
