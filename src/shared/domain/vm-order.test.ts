import { describe, expect, test } from 'vitest';
import type { Offer } from './offer-schemas.ts';
import type { OrderDraft, OrderErrors } from './order-draft.ts';
import { makeVm } from './testing/records.ts';
import type { Vm } from './vm.ts';
import {
  checkOrder,
  draftLike,
  draftOfOffer,
  draftText,
  EMPTY_DRAFT,
  FIELD_MESSAGES,
  isAsOrdered,
  isPreset,
  orderPrice,
  passwordLength,
} from './vm-order.ts';

const DRAFT: OrderDraft = { ...EMPTY_DRAFT, node: 'vm03', gpuType: '4090', template: '101' };

describe('checkOrder', () => {
  test('returns the order of a valid draft', () => {
    expect(checkOrder({ ...DRAFT, node: ' vm03 ', sshKeyId: ' key-1 ' }, null)).toEqual({
      ok: true,
      order: {
        ...{ node: 'vm03', gpuType: '4090', gpuCount: 1, storageGb: 50, templateVmid: 101 },
        rental: { type: 'on_demand' },
        login: { method: 'ssh_key', sshKeyId: 'key-1' },
      },
    });
    const reserved = { ...DRAFT, rental: 'reserved', months: '3', login: 'password' };
    expect(checkOrder(reserved, 12)).toMatchObject({
      order: { rental: { type: 'reserved', months: 3 }, login: { method: 'password' } },
    });
  });

  const { password, months, monthsOfOther } = FIELD_MESSAGES;
  test.each<[Partial<OrderDraft>, number | null, OrderErrors]>([
    [{ node: ' ' }, null, { node: FIELD_MESSAGES.node }],
    [{ node: 'vm\n01' }, null, { node: FIELD_MESSAGES.node }],
    [{ gpuType: 'h100' }, null, { gpuType: FIELD_MESSAGES.gpuType }],
    [{ gpuCount: '3' }, null, { gpuCount: FIELD_MESSAGES.gpuCount }],
    [{ gpuCount: '' }, null, { gpuCount: FIELD_MESSAGES.gpuCount }],
    [{ storageGb: '49' }, null, { storageGb: FIELD_MESSAGES.storageGb }],
    [{ storageGb: '50.5' }, null, { storageGb: FIELD_MESSAGES.storageGb }],
    [{ storageGb: '1e3' }, null, { storageGb: FIELD_MESSAGES.storageGb }],
    [{ template: '105' }, null, { template: FIELD_MESSAGES.template }],
    [{ rental: 'spot' }, null, { rental: FIELD_MESSAGES.rental }],
    [{ rental: 'reserved' }, null, { months }],
    [{ rental: 'reserved', months: '2' }, null, { months }],
    [{ months: '1' }, null, { months: monthsOfOther }],
    [{ login: 'key' }, null, { login: FIELD_MESSAGES.login }],
    [{ login: 'password' }, null, { password }],
    [{ login: 'password' }, 11, { password }],
    [{ login: 'password', sshKeyId: 'k' }, 12, { sshKeyId: FIELD_MESSAGES.sshKeyOfOther }],
    [{ sshKeyId: 'k\u202ek' }, null, { sshKeyId: FIELD_MESSAGES.sshKeyId }],
    [{}, 12, { password: FIELD_MESSAGES.passwordOfOther }],
  ])('refuses %j with a password of %s characters', (change, length, errors) => {
    expect(checkOrder({ ...DRAFT, ...change }, length)).toEqual({ ok: false, errors });
  });

  test('names every wrong field at once', () => {
    const checked = checkOrder({ ...EMPTY_DRAFT, gpuCount: '5' }, null);
    expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual([
      ...['node', 'gpuType', 'gpuCount', 'template'],
    ]);
  });

  test('counts the characters of a password, not its UTF-16 units', () => {
    expect(passwordLength('🙂'.repeat(11))).toBe(11);
  });
});

describe('a draft like a VM', () => {
  const ORDER = { node: 'vm03', rental: 'on_demand' };
  const fields = { gpuType: '4090', gpuCount: 2, storageGb: 50, order: ORDER };
  const vm = makeVm({ id: 'a', status: 'stopped', ...fields });

  test('lacks the template and the months only', () => {
    expect(draftLike(vm)).toEqual({ ...DRAFT, gpuCount: '2', template: '' });
  });

  test.each<[Partial<Vm>, boolean]>([
    [{}, true],
    [{ gpuType: null, gpuCount: null, storageGb: null, order: {} }, true],
    // As a record may be while the VM is being created.
    [{ gpuType: '', gpuCount: 0, storageGb: 0, order: { node: '', rental: '' } }, true],
    [{ gpuType: 'RTX 4090' }, true],
    [{ gpuType: 'rtx4090' }, true],
    [{ gpuType: 'NVIDIA GeForce RTX™ 4090' }, true],
    [{ gpuType: '5090' }, false],
    [{ order: { ...ORDER, node: 'VM03' } }, true],
    [{ order: { ...ORDER, node: 'vm-03' } }, true],
    [{ order: { ...ORDER, node: 'vm04' } }, false],
    [{ order: { ...ORDER, rental: 'ondemand' } }, true],
    [{ order: { ...ORDER, rental: 'On-Demand' } }, true],
    [{ order: { ...ORDER, rental: 'reserved' } }, false],
    [{ gpuCount: 1 }, false],
    // 100 GB are 93.1 GiB, and 100 GiB are 107.4 GB.
    ...[93, 94, 107, 108].map((storageGb): [Partial<Vm>, boolean] => [{ storageGb }, true]),
    ...[50, 92, 99, 101, 109].map((storageGb): [Partial<Vm>, boolean] => [{ storageGb }, false]),
  ])('is recognized in a VM with %j: %s', (change, isRecognized) => {
    const checked = checkOrder({ ...DRAFT, gpuCount: '2', storageGb: '100' }, null);
    const recognized =
      checked.ok && isAsOrdered({ ...vm, storageGb: 100, ...change }, checked.order);
    expect(recognized).toBe(isRecognized);
  });

  test('is named in one line', () => {
    expect(draftText({ ...DRAFT, rental: 'reserved', months: '6' })).toBe(
      '1 × 4090 on vm03, 50 GB disk, template 101, reserved for 6 months',
    );
  });
});

describe('an offer', () => {
  const offer = (change: Partial<Offer>): Offer => ({
    ...{ gpuType: '4090', gpuCount: null, node: null, rentalType: 'on_demand', months: null },
    ...{ pricePerHour: 0.4, pricePerGpu: 0.4, available: null, ...change },
  });
  const each = (pricePerGpu: number, change: Partial<Offer> = {}) =>
    offer({ pricePerHour: pricePerGpu, pricePerGpu, ...change });
  const machine = (gpuCount: number, pricePerHour: number) =>
    offer({ gpuCount, pricePerHour, pricePerGpu: null });
  const price = (
    prices: readonly Offer[],
    change: Partial<OrderDraft> = {},
    offers: readonly Offer[] = [],
  ) => {
    const checked = checkOrder({ ...DRAFT, gpuCount: '2', ...change }, null);
    if (!checked.ok) throw new Error('the draft is valid');
    return orderPrice(checked.order, { offers, prices });
  };
  const reserved = { rental: 'reserved', months: '3' };

  test('is filled in from an offer', () => {
    const named = { gpuType: 'RTX PRO 6000', node: 'vm09', rentalType: 'reserved', months: 3 };
    expect(draftOfOffer(offer(named), 3)).toEqual({
      ...{ ...EMPTY_DRAFT, ...reserved, node: 'vm09', gpuType: 'pro6000', gpuCount: '4' },
    });
    const unknown = { gpuType: 'H100', gpuCount: 2, rentalType: 'spot' };
    expect(draftOfOffer(offer(unknown))).toEqual({ ...EMPTY_DRAFT, gpuCount: '2' });
  });

  const ofReservation = { rentalType: 'reserved' } as const;
  test.each<[string, number | null, readonly Offer[], Partial<OrderDraft>?]>([
    ['the price of one GPU for each', 0.8, [offer({})]],
    ['the price of one GPU of a larger machine', 0.8, [each(0.4, { gpuCount: 8 })]],
    ['the price of that many', 0.7, [offer({}), machine(2, 0.7)]],
    ['unknown by that of a larger machine', null, [machine(8, 3.2)]],
    ['the price of the node', 0.6, [offer({}), each(0.3, { node: 'vm03' })]],
    ['a price without a rental type', 0.8, [offer({ rentalType: null })]],
    ['the price of a longer name', 0.8, [offer({ gpuType: 'RTX 4090' })]],
    [
      'the price of the reservation',
      0.6,
      [each(0.3, { ...ofReservation, months: 3 }), each(0.2, ofReservation)],
      reserved,
    ],
    ['a price of reservations without months', 0.6, [each(0.3, ofReservation)], reserved],
    ['unknown for other months', null, [offer({ ...ofReservation, months: 1 })], reserved],
    ['unknown for another rental type', null, [offer({})], { rental: 'interruptible' }],
    ['unknown for another GPU', null, [offer({ gpuType: '5090' })]],
    ['unknown for another node', null, [offer({ node: 'vm04' })]],
    ['unknown between two prices', null, [offer({}), each(0.5)]],
    ['unknown without a price', null, [offer({ pricePerHour: null, pricePerGpu: null })]],
    ['unknown without offers', null, []],
  ])('has as its price %s', (_, expected, offers, change) => {
    expect(price(offers, change)?.perHour ?? null).toBe(expected);
  });

  test('has the price of its offer, else that of the price list, and says what it is of', () => {
    const reservation = { ...reserved, gpuCount: '2' };
    expect(price([each(0.3)], {}, [machine(2, 0.7)])).toEqual({
      ...{ perHour: 0.7, perGpu: null, gpuCount: 2, months: null, by: 'offer' },
    });
    expect(price([each(0.3, ofReservation)], reservation, [offer({})])).toEqual({
      ...{ perHour: 0.6, perGpu: 0.3, gpuCount: 2, months: 3, by: 'priceList' },
    });
    expect(price([each(0.3)], {}, [each(0.4), each(0.5)])?.by).toBe('priceList');
  });
});

test.each<[string, unknown, boolean]>([
  ['a preset', { name: 'train', draft: DRAFT }, true],
  ['a name of blanks', { name: ' train', draft: DRAFT }, false],
  ['a name of two lines', { name: 'a\nb', draft: DRAFT }, false],
  ['no draft', { name: 'train', draft: null }, false],
  ['a field missing', { name: 'train', draft: { ...DRAFT, node: undefined } }, false],
  ['a password', { name: 'train', draft: { ...DRAFT, password: 'x' } }, false],
  ['another key', { name: 'train', draft: DRAFT, password: 'x' }, false],
  ['a long field', { name: 'train', draft: { ...DRAFT, node: 'x'.repeat(201) } }, false],
  ['a list', [{ name: 'train', draft: DRAFT }], false],
])('isPreset: %s', (_, preset, isValid) => {
  expect(isPreset(preset)).toBe(isValid);
});
