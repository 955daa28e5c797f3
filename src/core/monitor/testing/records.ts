import type { Problem, Spend, Vm } from '../../../shared/domain/index.ts';
import { makeSpend, makeVm } from '../../../shared/domain/testing/records.ts';
import { CredentialError } from '../../accounts/index.ts';
import { ServiceError } from '../../service/index.ts';

/** A running VM, with these differences. */
export function vm(id: string, change: Partial<Vm> = {}): Vm {
  const known = { vmid: 101, label: id, gpuType: '4090', gpuCount: 1, hourlyRate: 0.69 };
  return makeVm({ id, status: 'running', ...known, ipAddress: '203.0.113.7', ...change });
}

/** The spend of one such VM, with these differences. */
export function spend(change: Partial<Spend> = {}): Spend {
  const lastUpdated = '2026-01-01T00:00:00Z';
  return makeSpend({ perHour: 0.69, runningVms: 1, lastUpdated, ...change });
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
