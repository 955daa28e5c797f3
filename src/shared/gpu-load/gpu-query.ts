// Not in the index of this folder: the panel's first screen would load it.

/** What is run on a VM for its GPU load. Fixed words without anything that a shell would expand. */
export const GPU_QUERY = [
  'nvidia-smi',
  '--query-gpu=index,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw',
  '--format=csv,noheader,nounits',
] as const;
