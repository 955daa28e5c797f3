import { expect, it } from 'vitest';
import { loginPage, parseConsoleUrl } from './requests.ts';

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

it.each([
  ['https://api.example.com/v1', 'http://api.example.com/'],
  ['https://api.example.com:8443/v1', 'http://api.example.com/'],
  ['http://127.0.0.1:4000/api', 'http://127.0.0.1:4000/'],
])('the page with the login of a network, at %s: %s', (baseUrl, page) => {
  expect(loginPage(baseUrl)).toBe(page);
});
