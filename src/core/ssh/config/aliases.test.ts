import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import { aliasFor, vmSlug } from './aliases.ts';

const nameless = { label: null, defaultName: null, vmId: 'C0FFEE00-1234' };

describe('the slug of a VM', () => {
  test.each([
    [{ label: 'train-1' }, 'train-1'],
    [{ label: '  Träning  №1 ' }, 'traning-no1'],
    [{ label: 'a\nProxyCommand x' }, 'a-proxycommand-x'],
    [{ defaultName: 'vm-4100005' }, 'vm-4100005'],
    [{ label: '学习', defaultName: 'vm-104' }, 'vm-104'],
    [{}, 'vm-c0ffee00'],
    [{ label: '-'.repeat(50) }, 'vm-c0ffee00'],
    [{ vmId: '☃' }, 'vm'],
    [{ label: 'x'.repeat(99) }, 'x'.repeat(36)],
    [{ label: `${'x'.repeat(35)} y` }, 'x'.repeat(35)],
  ])('%j: %s', (vm, slug) => {
    expect(vmSlug({ ...nameless, ...vm })).toBe(slug);
  });

  test('makes an alias of [a-z0-9-] and at most 40 characters from every text', () => {
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.string(),
      fc.stringMatching(/^[ -~]{30,60}$/),
    );
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 20_000 }), (label, vmId, n) => {
        const alias = aliasFor('gpu', vmSlug({ label, defaultName: `vm-${n}`, vmId }), n);
        expect(alias).toMatch(/^gpu-[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(alias.length).toBeLessThanOrEqual(40);
        if (n > 1) expect(alias.endsWith(`-${n}`)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
