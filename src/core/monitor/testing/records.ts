import type { Spend } from '../../../shared/domain/billing.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeSpend, makeVm, whileRunning } from '../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { CredentialError } from '../../accounts/index.ts';
import { ServiceError } from '../../providers/index.ts';

/** A running VM, with these differences. */
export function vm(id: string, change: Partial<Vm> = {}): Vm {
  const known = {
    defaultName: 'vm-101',
    label: id,
    gpuType: '4090',
    gpuCount: 1,
    rates: whileRunning(0.69),
  };
  const since = { createdAt: '2026-01-01T00:00:00Z', startedAt: '2026-01-01T00:01:00Z' };
  return makeVm({ id, status: 'running', ...known, ...since, ipAddress: '203.0.113.7', ...change });
}

/** The spend of one such VM, with these differences. */
export function spend(change: Partial<Spend> = {}): Spend {
  const lastUpdated = '2026-01-01T00:00:00Z';
  const costs = { perHour: 0.69, perDay: 16.56, perMonth: 496.8 };
  return makeSpend({ ...costs, runningVms: 1, lastUpdated, ...change });
}

/** The error of a request that fails with this problem. */
export function failure(problem: Problem): Error {
  switch (problem.kind) {
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'noCredential':
    case 'busy':
      return new CredentialError(problem);
    default:
      return new ServiceError(problem);
  }
}
