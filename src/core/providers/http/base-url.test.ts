import { describe, expect, test } from 'vitest';
import { parseBaseUrl, parseConsoleUrl } from './base-url.ts';

function accepted(text: string): { href: string; isLoopback: boolean } {
  const result = parseBaseUrl(text);
  if (!result.ok) throw new Error(`refused: ${result.message}`);
  return result.url;
}

function refusal(text: string): string {
  const result = parseBaseUrl(text);
  if (result.ok) throw new Error(`accepted as ${result.url.href}`);
  return result.message;
}

describe('parseBaseUrl', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://api.example.com/v1//  ', 'https://api.example.com/v1'],
    ['HTTPS://API.Example.COM/V1', 'https://api.example.com/V1'],
    ['https://api.example.com:443/v1', 'https://api.example.com/v1'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
    ['https://api.example.com/a/../v1', 'https://api.example.com/v1'],
    ['api.example.com/v1', 'https://api.example.com/v1'],
    [' api.example.com:8443 ', 'https://api.example.com:8443'],
    ['https://api.example.com/v1/?', 'https://api.example.com/v1'],
  ])('accepts %s as %s', (typed, href) => {
    expect(accepted(typed)).toEqual({ href, isLoopback: false });
  });

  test.each([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://2130706433',
    'http://[::1]:8080',
    'http://[::ffff:127.0.0.1]',
    'https://localhost',
  ])('accepts %s as this machine', (typed) => {
    expect(accepted(typed).isLoopback).toBe(true);
  });

  test.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://0.0.0.0',
    'http://[::ffff:192.0.2.7]',
    'ftp://localhost',
    'javascript://localhost/%0aalert(1)',
  ])('refuses to send a credential unencrypted to %s', (typed) => {
    expect(refusal(typed)).toContain('https://');
  });

  test.each([
    ['', 'Enter'],
    ['https:api.example.com', 'typos'],
    ['javascript:alert(1)', 'typos'],
    ['me@example.com', 'user name'],
    ['https://exa mple.com', 'typos'],
    ['https://example.com:99999', 'typos'],
    ['https://:secret@example.com', 'sign in'],
    ['https://example.com/?key=1', '?'],
    ['https://example.com/#top', '#'],
  ])('refuses "%s" with the reason', (typed, reason) => {
    expect(refusal(typed)).toContain(reason);
  });

  test('never repeats the input, which may hold a password', () => {
    expect(refusal('https://me:hunter2@example.com')).not.toContain('hunter2');
  });
});

test.each([
  [' https://console.example.com/vms?tab=1#x ', 'https://console.example.com/vms?tab=1#x'],
  ['https://console.example.com', 'https://console.example.com/'],
])('%j is the console URL %s', (text, url) => {
  expect(parseConsoleUrl(text)).toBe(url);
});

test.each([
  '',
  'http://console.example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:password@console.example.com',
])('%j is not a console URL', (text) => {
  expect(parseConsoleUrl(text)).toBeNull();
});
