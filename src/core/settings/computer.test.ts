import { expect, test } from 'vitest';
import { computerName } from './computer.ts';

test.each([
  ['leas-macbook.local', 'leas-macbook'],
  ['gpu\u001b[31m-server', 'gpu [31m-server'],
  [`${'a'.repeat(60)}.example.com`, `${'a'.repeat(39)}…`],
  ['', 'a computer'],
])('the host name %j is shown as %j', (host, name) => {
  expect(computerName(host)).toBe(name);
});
