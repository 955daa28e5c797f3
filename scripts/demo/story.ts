import type { Simulator, StartOptions } from '../../simulator/index.ts';
import type { Clock } from '../../src/core/clock.ts';

/** Fast enough to see VMs change, slow enough to follow: a minute of the demo is ten for its VMs. */
export const SPEED = 10;

/** The demo's fleet. One of its interruptible VMs is interrupted after 180 simulated seconds. */
export const FLEET = { vms: 12, speed: SPEED } as const satisfies StartOptions;

/** ms after the start at which a large VM is launched, which takes the rate above the demo's limit. */
const LAUNCH_MS = 10_000;

/** The alert limit of the demo, $/h: above what the fleet costs once its creating VM runs, below what it costs after the launch. */
export function demoLimit({ control }: Simulator): number {
  const running = control.vms().filter(({ status }) => status === 'running');
  return 2 + Math.ceil(running.reduce((sum, vm) => sum + (vm.hourly_rate ?? 0), 0));
}

/** Makes things happen in the first minute: a VM is launched, the alert fires, and another VM is interrupted. Returns the cancel. */
export function playStory({ control }: Simulator, clock: Clock): () => void {
  return clock.after(LAUNCH_MS, () => {
    control.createVm({ instance_label: 'fine-tune-7b', gpu_type: '4090', gpu_count: 8 });
  });
}
