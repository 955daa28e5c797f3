import type { Vm } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';

/** `2 × 4090`; what is not known is left out, and nothing at all is `—`. */
export function gpuWords({ gpuCount, gpuType }: Pick<Vm, 'gpuCount' | 'gpuType'>): string {
  const type = gpuType === null ? '' : printable(gpuType);
  if (gpuCount === null) return type || '—';
  return type ? `${gpuCount} × ${type}` : `${gpuCount} GPU${gpuCount === 1 ? '' : 's'}`;
}
