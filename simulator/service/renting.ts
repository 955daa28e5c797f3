import type { Account } from '../world/accounts.ts';
import { balanceAt } from '../world/billing.ts';
import { type Micros, toMicros } from '../world/money.ts';
import { storagePrice } from '../world/prices.ts';
import type { Vm } from '../world/vm.ts';
import { present, rentVm } from '../world/world.ts';
import type { ServiceParts } from './provider.ts';

export interface CloudOrder {
  readonly label: string | null;
  /** $/h of the GPUs. */
  readonly perHour: number;
  readonly diskGb: number;
  /** No SSH server answers. */
  readonly isKeyless?: boolean;
  /** Fields of the provider's record, over those of the simulator's own VM. */
  readonly overlay: Readonly<Record<string, unknown>>;
}

/** Rents as the option `orders` says. Returns the VM that the answer names. */
export function rentAt({ world, options }: ServiceParts, account: Account, order: CloudOrder): Vm {
  const rentOne = () => {
    const vm = rentVm(world, account, {
      node: world.nodes[0],
      storageGb: order.diskGb,
      label: order.label,
      isKeyless: order.isKeyless ?? false,
    });
    vm.rates.gpu = toMicros(order.perHour);
    vm.overlay = order.overlay;
    return vm;
  };
  const vm = rentOne();
  if (options.orders === 'twice') rentOne();
  return vm;
}

/** Whether the account can pay the first hour. */
export function canPay({ world }: ServiceParts, account: Account, order: CloudOrder) {
  const needed: Micros = toMicros(order.perHour) + storagePrice(order.diskGb);
  return balanceAt(account, present(world)) >= needed;
}

/** Made up. */
const LAPTOP =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

export interface SshKey {
  /** By account, from 0. */
  readonly index: number;
  readonly name: string;
  readonly publicKey: string;
}

/** The public keys of each account, which has one at first. */
export function createSshKeys() {
  const byUser = new Map<number, readonly SshKey[]>();
  const of = ({ userId }: Account) =>
    byUser.get(userId) ?? [{ index: 0, name: 'laptop', publicKey: LAPTOP }];
  return {
    of,
    add(account: Account, name: string, publicKey: string): SshKey {
      const keys = of(account);
      const key = { index: keys.length, name, publicKey };
      byUser.set(account.userId, [...keys, key]);
      return key;
    },
  };
}
