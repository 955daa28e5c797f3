import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliasFor, vmSlug } from './aliases.ts';

const nameless = { label: null, gpuType: null, vmid: null, vmId: 'C0FFEE00-1234' };

describe('the slug of a VM', () => {
  test.each([
    [{ label: 'train-1' }, 'train-1'],
    [{ label: '  Träning  №1 ' }, 'traning-no1'],
    [{ label: 'a\nProxyCommand x' }, 'a-proxycommand-x'],
    [{ label: '学习', gpuType: 'RTX 4090', vmid: 104 }, 'rtx-4090-104'],
    [{ gpuType: 'H100', vmid: 7 }, 'h100-7'],
    [{ gpuType: 'H100' }, 'c0ffee00'],
    [{ gpuType: '☃', vmid: 7 }, 'c0ffee00'],
    [{ label: '-'.repeat(50) }, 'c0ffee00'],
    [{ vmId: '☃' }, 'vm'],
    [{ label: 'x'.repeat(99) }, 'x'.repeat(36)],
    [{ label: `${'x'.repeat(35)} y` }, 'x'.repeat(35)],
  ])('%j: %s', (vm, slug) => {
    expect(vmSlug({ ...nameless, ...vm })).toBe(slug);
  });

  test('makes an alias of [a-z0-9-] and at most 40 characters from any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.stringMatching(/^[ -~]{30,60}$/),
    );
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.integer({ min: 1, max: 20_000 }),
        (label, gpuType, vmId, n) => {
          const alias = aliasFor(vmSlug({ label, gpuType, vmid: n, vmId }), n);
          expect(alias).toMatch(/^gpu-[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(alias.length).toBeLessThanOrEqual(40);
          if (n > 1) expect(alias.endsWith(`-${n}`)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
