import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readLicenses } from './licenses.ts';

test('lists the packages in the app with their license texts, each text once', () => {
  const licenses = readLicenses(resolve(import.meta.dirname, '../..'));
  const names = licenses.flatMap(({ packages }) => packages.map((name) => name.split(' ')[0]));
  expect(names).toEqual(expect.arrayContaining(['react', 'zustand', 'electron']));
  expect(names).not.toContain('vitest');
  const react = licenses.find(({ packages }) => packages.some((name) => name.startsWith('react ')));
  expect(react).toMatchObject({ license: 'MIT', text: expect.stringContaining('Permission') });
  expect(new Set(licenses.map(({ text }) => text)).size).toBe(licenses.length);
});
