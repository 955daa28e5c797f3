import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderErrors } from '../../../../shared/domain/order-draft.ts';
import { orderErrors } from './order.ts';

describe('orderErrors', () => {
  test.each<[string, OrderErrors, string | null]>([
    ['node: no such node', { node: 'no such node' }, null],
    [
      'body.gpu_count: must be 1; storage_gb: too small',
      { gpuCount: 'must be 1', storageGb: 'too small' },
      null,
    ],
    ['"password" is too short', { password: 'is too short' }, null],
    [
      'The value of template_vmid is wrong',
      { template: 'The value of template_vmid is wrong' },
      null,
    ],
    ['ssh_key_id: unknown; no quota', { sshKeyId: 'unknown' }, 'no quota'],
    ['node: full; node: old', { node: 'full; old' }, null],
    ['No node is free', {}, 'No node is free'],
  ])('%s', (detail, errors, other) => {
    expect(orderErrors(detail)).toEqual({ errors, other });
  });

  test('loses nothing of a text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('node: a', 'gpu_type: b', 'c d', 'rental_type e')),
        (parts) => {
          const { errors, other } = orderErrors(parts.join('; '));
          const shown = [...Object.values(errors), other ?? ''].join(' ');
          for (const part of parts) expect(shown).toContain(part.at(-1));
        },
      ),
    );
  });
});
