import { type Simulator, type StartOptions, startSimulator } from '../../simulator/index.ts';
import type { Clock } from '../../src/core/clock.ts';
import { PROVIDERS } from '../../src/shared/providers/providers.ts';

/** Fast enough to see VMs change, slow enough to follow: a minute of the demo is ten for its VMs. */
export const SPEED = 10;

export const FLEET = { vms: 12, speed: SPEED } as const satisfies StartOptions;

/** The other providers, each with the name of its account; RunPod has a CPU pod, a member of a cluster, and volumes of each kind. */
export const CLOUDS = [
  { provider: 'runpod', vms: 7, name: 'Research' },
  { provider: 'vast', vms: 4, name: 'Side project' },
  { provider: 'lambda', vms: 3, name: 'Lab' },
] as const satisfies readonly (Pick<StartOptions, 'provider' | 'vms'> & { name: string })[];

/** `2 at RunPod`, of each cloud. */
export const cloudsText = CLOUDS.map(
  ({ provider, vms }) => `${vms} at ${PROVIDERS[provider].name}`,
);

/** Where the demo rents. */
export interface DemoFleets {
  readonly service: Simulator;
  /** As `CLOUDS`. */
  readonly clouds: readonly Simulator[];
}

/** Seconds of simulated time after which none of the fleet's VMs is being created. */
const CREATION = 60;
const MONTH_S = 30 * 86_400;
/** ms after the start: until then nothing happens. The large VM takes the rate above the demo's limit. */
const LAUNCH_MS = 20_000;
const INTERRUPTION_MS = 40_000;

/** A service of the demo, whose VMs stay as they are until the story. */
export async function startFleet(
  options: StartOptions = {},
  clock?: Parameters<typeof startSimulator>[1],
): Promise<Simulator> {
  const simulator = await startSimulator({ ...FLEET, ...options }, clock);
  const { control } = simulator;
  control.advance(CREATION);
  // The demo opens without an alert: a locked pod that is billed is one, and so is a contract that ends.
  const calm = {
    runpod: { locked: false },
    vast: { end_date: Date.now() / 1_000 + MONTH_S },
    lambda: {},
    rental: {},
  };
  for (const { id } of control.vms()) control.setVm(id, calm[options.provider ?? 'rental']);
  return simulator;
}

const runningVms = ({ control }: Simulator) =>
  control.vms().filter(({ status }) => status === 'running');

/** @param options of all */
export const startClouds = (options: StartOptions): Promise<readonly Simulator[]> =>
  Promise.all(CLOUDS.map(({ provider, vms }) => startFleet({ vms, ...options, provider })));

/** The alert limit of the demo, $/h: above what the fleets cost, below what they cost after the launch. */
export function demoLimit(fleets: readonly Simulator[]): number {
  const running = fleets.flatMap(runningVms);
  return 1 + Math.ceil(running.reduce((sum, vm) => sum + (vm.hourly_rate ?? 0), 0));
}

/** A VM is launched, the alert fires, and an interruptible VM is interrupted. Returns the cancel. */
export function playStory(simulator: Simulator, clock: Clock): () => void {
  const { control } = simulator;
  const cancels = [
    clock.after(LAUNCH_MS, () => {
      control.createVm({ instance_label: 'fine-tune-7b', gpu_type: '4090', gpu_count: 8 });
    }),
    clock.after(INTERRUPTION_MS, () => {
      const spot = runningVms(simulator).find((vm) => vm.rental_type === 'interruptible');
      if (spot !== undefined) control.setVm(spot.id, { status: 'interrupted' });
    }),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
}
