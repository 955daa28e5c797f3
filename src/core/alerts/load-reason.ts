import type { Vm } from '../../shared/domain/index.ts';
import type { VmLoad } from '../../shared/gpu-load/index.ts';

const percent = (value: number | null) => `${Math.round(value ?? 0)} %`;

/** `GPU 0 %, VRAM 12 %`; null: both are unknown. */
export function gpuReason({ load, memory }: VmLoad): string | null {
  const parts = [
    ...(load === null ? [] : [`GPU ${percent(load)}`]),
    ...(memory === null ? [] : [`VRAM ${percent(memory)}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** For a VM whose CPU and RAM decide. */
export function cpuReason({ cpuPercent, ramPercent }: Vm): string {
  return `CPU ${percent(cpuPercent)}, RAM ${percent(ramPercent)}`;
}
