import { expect, test } from 'vitest';
import { computerId, computerName } from './computer.ts';
import { DEFAULT_SETTINGS, type Settings } from './schema.ts';

const FIRST = '7d6a3f0e-2b1c-4a5d-9e8f-000000000001';
const SECOND = '7d6a3f0e-2b1c-4a5d-9e8f-000000000002';

test.each([
  ['leas-macbook.local', 'leas-macbook'],
  ['gpu\u001b[31m-server', 'gpu [31m-server'],
  [`${'a'.repeat(60)}.example.com`, `${'a'.repeat(39)}…`],
  ['', 'a computer'],
])('the host name %j is shown as %j', (host, name) => {
  expect(computerName(host)).toBe(name);
});

test('its id is made once, and lasts for the run where it cannot be stored', async () => {
  let file: Settings = DEFAULT_SETTINGS;
  const settings = {
    load: async () => file,
    async update(change: (current: Settings) => Settings) {
      file = change(file);
      return file;
    },
  };
  expect(await computerId(settings, () => FIRST)).toBe(FIRST);
  expect(await computerId(settings, () => SECOND)).toBe(FIRST);
  const unwritable = { load: async () => DEFAULT_SETTINGS, update: () => Promise.reject(Error()) };
  expect(await computerId(unwritable, () => SECOND)).toBe(SECOND);
});
