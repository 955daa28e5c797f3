import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../http/service-error.ts';
import { readList, type WireList } from './list.ts';

const a = { id: 'a' };
const b = { id: 'b' };

function listed(body: unknown): WireList {
  return readList({ json: body, endpoint: 'GET /vms' });
}

function refusal(body: unknown): string {
  try {
    readList({ json: body, endpoint: 'GET /vms' });
  } catch (error) {
    if (error instanceof ServiceError && error.problem.kind === 'incompatible')
      return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(body)}`);
}

describe('readList', () => {
  test.each([
    ['a bare array', [a, b], [a, b]],
    ['an empty array', [], []],
    ['an object with one array', { items: [a, b] }, [a, b]],
    ['an object with one empty array', { vms: [] }, []],
    ['a broken record among others', { vms: [a, null, 7] }, [a, null, 7]],
    ['other fields beside it', { data: [a], page: 1, next: null, links: { self: '/vms' } }, [a]],
    ['an empty array beside it', { errors: [], vms: [a, b] }, [a, b]],
  ])('accepts %s', (_, body, records) => {
    expect(listed(body).records).toEqual(records);
  });

  test.each([
    ['null', null],
    ['text', 'canary'],
    ['an empty object', {}],
    ['an object without an array', { status: 'canary' }],
    ['two arrays of records', { vms: [{ id: 'canary' }], nodes: [b] }],
    ['records by id', { first: { id: 'canary' }, second: b }],
  ])('refuses %s with the endpoint and without content', (_, body) => {
    const message = refusal(body);
    expect(message).toContain('GET /vms');
    expect(message).not.toContain('canary');
  });

  test.each([
    [{ vms: [a], total: 7 }, 7],
    [{ vms: [a], total_count: 7 }, 7],
    [{ vms: [], total: 0 }, 0],
    [{ vms: [a, b], total: 1 }, null],
    [{ vms: [a], total: 1.5 }, null],
    [{ vms: [a], total: '7' }, null],
    [{ vms: [a], total: -1 }, null],
    [{ vms: [a], count: 7 }, 7],
    // As many as received: the page's number or the list's.
    [{ vms: [a], count: 1 }, null],
    [{ vms: [a, b], count: 1 }, null],
    [{ vms: [a], total: 5, count: 7 }, 5],
    [{ vms: [a] }, null],
    [[a, b], null],
  ])('of %j reads the total %j', (body, total) => {
    expect(listed(body).total).toBe(total);
  });

  test.each([
    [{ vms: [a], next: 'https://api.example.com/vms?offset=1' }, true],
    [{ vms: [a], next: 50 }, true],
    [{ vms: [a], next: null }, false],
    [{ vms: [a], next: false }, false],
    [{ vms: [a], next: {} }, null],
    [{ vms: [a] }, null],
    [[a, b], null],
  ])('of %j reads whether a next page exists: %j', (body, hasNext) => {
    expect(listed(body).hasNext).toBe(hasNext);
  });

  test('accepts each JSON value or refuses it as incompatible', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          const { records, total } = listed(body);
          expect(Array.isArray(records)).toBe(true);
          if (total !== null) expect(total).toBeGreaterThanOrEqual(records.length);
          seen.taken += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          seen.refused += 1;
        }
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  });
});
