import { expect, test } from 'vitest';
import { mayHaveNotebook, TEMPLATES, templateName } from './template.ts';

test.each([
  [100, false],
  [101, false],
  [102, true],
  [103, true],
  [104, true],
  [null, true],
] as const)('a VM of template %j may have a notebook: %j', (template, may) => {
  expect(mayHaveNotebook(template)).toBe(may);
});

test('every template has a name of its own', () => {
  const names = TEMPLATES.map(templateName);
  expect(new Set(names).size).toBe(5);
  expect(names).not.toContain('');
});
