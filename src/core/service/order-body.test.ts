import { describe, expect, it } from 'vitest';
import type { VmOrder } from '../../shared/domain/index.ts';
import { Secret } from '../secret.ts';
import { orderBody } from './order-body.ts';

const ORDER: VmOrder = {
  node: 'vm01',
  gpuType: '4090',
  gpuCount: 2,
  storageGb: 100,
  templateVmid: 101,
  rental: { type: 'on_demand' },
  login: { method: 'ssh_key', sshKeyId: null },
};

const COMMON = {
  node: 'vm01',
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 100,
  template_vmid: 101,
};

describe('orderBody', () => {
  it('names on demand and the SSH key, and leaves out what does not apply', () => {
    expect(orderBody(ORDER)).toStrictEqual({
      ...COMMON,
      rental_type: 'on_demand',
      auth_method: 'ssh_key',
    });
  });

  it('names the SSH key that was chosen', () => {
    const order: VmOrder = { ...ORDER, login: { method: 'ssh_key', sshKeyId: 'key-7' } };
    expect(orderBody(order)).toStrictEqual({
      ...COMMON,
      rental_type: 'on_demand',
      auth_method: 'ssh_key',
      ssh_key_id: 'key-7',
    });
  });

  it('has no months unless the VM is reserved', () => {
    expect(orderBody({ ...ORDER, rental: { type: 'interruptible' } })).toStrictEqual({
      ...COMMON,
      rental_type: 'interruptible',
      auth_method: 'ssh_key',
    });
    expect(orderBody({ ...ORDER, rental: { type: 'reserved', months: 6 } })).toStrictEqual({
      ...COMMON,
      rental_type: 'reserved',
      reservation_months: 6,
      auth_method: 'ssh_key',
    });
  });

  it('holds the password with that login method only', () => {
    const password = new Secret('twelve-chars!');
    expect(orderBody({ ...ORDER, login: { method: 'password' } }, password)).toStrictEqual({
      ...COMMON,
      rental_type: 'on_demand',
      auth_method: 'password',
      password: 'twelve-chars!',
    });
    expect(orderBody(ORDER, password)).not.toHaveProperty('password');
  });
});
