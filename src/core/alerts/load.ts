import type { Vm } from '../../shared/domain/vm.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import type { VmLoad } from '../../shared/gpu-load/gpu-load.ts';
import { idleness } from '../../shared/vms/idleness.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

const percent = (value: number | null) => `${Math.round(value ?? 0)} %`;

/** `GPU 0 %, VRAM 12 %`; null: both are unknown. */
function gpuReason({ load, memory }: VmLoad): string | null {
  const parts = [
    ...(load === null ? [] : [`GPU ${percent(load)}`]),
    ...(memory === null ? [] : [`VRAM ${percent(memory)}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** For a VM whose CPU and RAM decide. */
function cpuReason({ cpuPercent, ramPercent }: Vm): string {
  return `CPU ${percent(cpuPercent)}, RAM ${percent(ramPercent)}`;
}

/** A VM is idle for longer than the limit. Unknown load, and time without data, count as busy (skypilot-org/skypilot#9524). */
export const idle: Rule = {
  kind: 'idle',
  scope: 'account',
  observe(observed, limit) {
    return findVms(observed, (vm, key) => {
      const phase = vm.phase;
      if (phase !== 'running') return { verdict: phase === 'unknown' ? 'unknown' : 'under' };
      const { since, load } = idleness(observed, vm, key);
      if (since === 'unknown') return { verdict: 'unknown' };
      if (since === null) return { verdict: 'under', value: 0 };
      const hours = (observed.now - since) / HOUR_MS;
      const reason = load === null ? cpuReason(vm) : gpuReason(load);
      return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason };
    });
  },
};

/** The GPUs of a VM were busy and are not used any more, where their load is listed or GPU load is turned on. */
export const finished: Rule = {
  kind: 'finished',
  scope: 'account',
  observe(observed) {
    const { app, accountId } = observed;
    const isOn = app.ssh.gpuLoadAccounts.includes(accountId);
    return findVms(observed, (vm, key) => {
      const phase = vm.phase;
      if (phase !== 'running' && phase !== 'unknown') return { verdict: 'under' };
      const { since, load, isFinished } = idleness(observed, vm, key);
      if (load === null) return { verdict: isOn ? 'unknown' : 'under' };
      if (since === 'unknown') return { verdict: since };
      return { verdict: isFinished ? 'over' : 'under', reason: gpuReason(load) };
    });
  },
};
