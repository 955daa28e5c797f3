import type { Problem, Spend, Vm } from '../../../shared/domain/index.ts';
import { CredentialError } from '../../accounts/index.ts';
import { ServiceError } from '../../service/index.ts';

/** A running VM with all fields known, with these differences. */
export function vm(id: string, change: Partial<Vm> = {}): Vm {
  return {
    id,
    vmid: 101,
    userId: 7,
    node: 'vm01',
    label: id,
    gpuType: '4090',
    gpuCount: 1,
    storageGb: 100,
    ramGb: 64,
    cpuCores: 16,
    ipAddress: '203.0.113.7',
    status: 'running',
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-01T00:01:00Z',
    stoppedAt: null,
    rentalType: 'on_demand',
    reservationId: null,
    autoRestart: false,
    hourlyRate: 0.69,
    gpuHourlyRate: 0.6,
    storageHourlyRate: 0.09,
    cpuPercent: 10,
    ramPercent: 20,
    cpuModel: 'EPYC',
    pcieGen: '4',
    ...change,
  };
}

/** The spend of one such VM, with these differences. */
export function spend(change: Partial<Spend> = {}): Spend {
  return {
    perHour: 0.69,
    perDay: 16.56,
    perMonth: 496.8,
    hourlyRate: 0.69,
    runningVms: 1,
    vms: [],
    skipped: 0,
    lastUpdated: '2026-01-01T00:00:00Z',
    ...change,
  };
}

/** The error of a request that fails with this problem. */
export function failure(problem: Problem): Error {
  switch (problem.kind) {
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'noCredential':
    case 'busy':
      return new CredentialError(problem);
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
    case 'invalid':
    case 'insufficientBalance':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'tls':
    case 'notTheService':
    case 'incompatible':
      return new ServiceError(problem);
  }
}
