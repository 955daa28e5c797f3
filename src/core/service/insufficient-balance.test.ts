import { describe, expect, it } from 'vitest';
import { readInsufficientBalance } from './insufficient-balance.ts';

describe('readInsufficientBalance', () => {
  it.each([
    ['Insufficient balance. Required: 10.50, Available: 2.25', 10.5, 2.25],
    ['Insufficient balance. Required: $10.50, Available: $2.25', 10.5, 2.25],
    ['Insufficient balance. Required: $10, Available: $0.', 10, 0],
    ['Insufficient balance. Required: USD 10.50, Available: USD 2', 10.5, 2],
    ['Insufficient balance. Required: €10.50, Available: €2.25. Top up first.', 10.5, 2.25],
    ['insufficient balance.  required: 10.50,  available: -3.10', 10.5, -3.1],
    ['Insufficient balance. Required: 10.50, Available: -$3.10', 10.5, -3.1],
    ['Insufficient balance. Required: $10.50, Available: $-3.10', 10.5, -3.1],
  ])('reads %s', (detail, required, available) => {
    expect(readInsufficientBalance(detail)).toEqual({ required, available });
  });

  it.each([
    'Insufficient balance.',
    'Insufficient balance. Please top up.',
    'Insufficient balance. Required: a lot, Available: nothing',
    'Insufficient balance. Required: 1,234.56, Available: 7.00',
    'Insufficient balance. Required: 7.00, Available: 1,234.56',
    'Insufficient balance. Required: 10,50, Available: 3,20',
    'Insufficient balance. Required: 10, Available: 3,20',
    'Insufficient balance. Required: .50, Available: .10',
    'Insufficient balance. Required: 1e3, Available: 7',
    'Insufficient balance. Required: 10, Available: 1e3',
    'Insufficient balance. Required: 10, Available: --3',
    'Insufficient balance. Required: 1 000, Available: 2 000',
    'Insufficient balance. Available: 7, Required: 10',
  ])('does not guess the amounts of: %s', (detail) => {
    expect(readInsufficientBalance(detail)).toEqual({ required: null, available: null });
  });

  it.each([null, '', 'Balance insufficient', 'Error: Insufficient balance.', 'Insufficient funds'])(
    'is not about the balance: %s',
    (detail) => {
      expect(readInsufficientBalance(detail)).toBeNull();
    },
  );
});
