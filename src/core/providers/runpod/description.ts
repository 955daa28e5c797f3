import { namesIn, type ProviderDescription } from '../description.ts';

export const DESCRIPTION: ProviderDescription = {
  paths: namesIn(
    '/v2/pods /v2/pods/{vm_id} /v2/billing /v2/billing/pods /v2/catalog/gpus /v2/templates /v2/templates/{vm_id}',
  ),
  fields: namesIn(`
    actions availability cluster clusterDiskAmount clusterGpuAmount clusterNetworkingAmount community cost count cpu cpuAmount
    createdAt dataCenterId dataCenters direct disk diskAmount endpointAmount endTime gpu gpuAmount gpus hasNextPage host id locked
    maxCount memory metadata mounts name network nextCursor pagination path persistent podCpuAmount podDiskAmount podGpuAmount
    podId pods port ports price proxy query records runtime secure serverless serverlessCpuAmount serverlessDiskAmount serverlessFeeAmount
    serverlessGpuAmount size ssh startedAt startTime status storageHighPerformanceAmount storageStandardAmount totalAmount templates totals
    username util vcpuCount volumeId`),
  words: new Map([
    ['status', ['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED']],
    ['availability', ['NONE', 'LOW', 'MEDIUM', 'HIGH']],
    ['actions', ['start', 'stop', 'restart', 'terminate']],
  ]),
};
