// Not in the index of this folder: the panel's first screen would load it.

/** The command for the GPU load: fixed words that no shell expands. */
export const GPU_QUERY = [
  'nvidia-smi',
  '--query-gpu=index,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw',
  '--format=csv,noheader,nounits',
] as const;
