import { namesIn, type ProviderDescription } from '../description.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn('/v2/pods /v2/pods/{vm_id} /v2/billing /v2/billing/pods'),
  fields: namesIn(`
    actions cluster clusterDiskAmount clusterGpuAmount clusterNetworkingAmount cost count cpu cpuAmount createdAt dataCenterId
    direct disk diskAmount endTime endpointAmount gpu gpuAmount gpus hasNextPage host id locked memory metadata mounts name
    network nextCursor pagination path persistent podCpuAmount podDiskAmount podGpuAmount podId pods port proxy query records
    runtime serverlessCpuAmount serverlessDiskAmount serverlessFeeAmount serverlessGpuAmount size ssh startTime startedAt status
    storageHighPerformanceAmount storageStandardAmount totalAmount totals username util vcpuCount volumeId`),
  words: new Map([
    ['status', ['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED']],
    ['actions', ['start', 'stop', 'restart', 'terminate']],
  ]),
};
