import { expect, test } from 'vitest';
import { loginPage } from './account-requests.ts';

test.each([
  ['https://api.example.com/v1', 'http://api.example.com/'],
  ['https://api.example.com:8443/v1', 'http://api.example.com/'],
  ['http://127.0.0.1:4000/api', 'http://127.0.0.1:4000/'],
])('the page with the login of a network, at %s: %s', (baseUrl, page) => {
  expect(loginPage(baseUrl)).toBe(page);
});
