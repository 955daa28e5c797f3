import { randomInt } from 'node:crypto';
import { type Simulator, type StartOptions, startSimulator } from '../../simulator/index.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';

/** Fast enough to see VMs change, slow enough to follow: a minute of the demo is ten for its VMs. */
export const SPEED = 10;

/** Port of the VMs, whose loopback addresses are the same in each demo. */
export const SSH_PORT = randomInt(20_000, 30_000);

interface Place {
  readonly provider: ProviderId;
  /** Of its account, as a person would name it. */
  readonly name: string;
  readonly vms: number;
  readonly seed: number;
}

/**
 * The seeds give data as people have it: the dearest VM of each account runs, the month is near the rate times its hours, and two VMs are
 * idle. RunPod has a CPU pod, a member of a cluster, and volumes of each kind.
 */
export const PLACES = [
  { provider: 'rental', name: 'Studio', vms: 12, seed: 4563 },
  { provider: 'runpod', name: 'Research', vms: 7, seed: 144 },
  { provider: 'vast', name: 'Side project', vms: 4, seed: 16 },
  { provider: 'lambda', name: 'Lab', vms: 4, seed: 12 },
] as const satisfies readonly Place[];

/** The labels of the VMs that do nothing. */
export const IDLE: readonly string[] = ['scratch', 'jupyter-mia'];

/** An account of the demo. */
export interface DemoPlace extends Place {
  readonly simulator: Simulator;
}

/** Seconds of simulated time after which none of the fleet's VMs is being created. */
const CREATION = 60;
/** ms after the start: until then nothing happens. The large VM takes the rate above the demo's limit. */
const LAUNCH_MS = 20_000;
const INTERRUPTION_MS = 40_000;

/** The simulator of an account, whose VMs stay as they are until the story. */
export async function startPlace(
  { provider, vms, seed }: Place,
  options: StartOptions = {},
  clock?: Parameters<typeof startSimulator>[1],
): Promise<Simulator> {
  const fleet = { provider, vms, seed, speed: SPEED };
  const simulator = await startSimulator({ ...fleet, ...options }, clock);
  const { control } = simulator;
  control.advance(CREATION);
  // The demo opens without an alert, as of a locked pod, a frozen instance or a contract that ends.
  for (const { id } of control.vms())
    if (provider === 'runpod') control.setVm(id, { locked: false });
    else control.restoreVm(id);
  return simulator;
}

export function startPlaces(): Promise<readonly DemoPlace[]> {
  const start = (place: Place) => startPlace(place, { sshPort: SSH_PORT });
  return Promise.all(PLACES.map(async (place) => ({ ...place, simulator: await start(place) })));
}

/** The key of a place that can do everything. */
export const keyOf = ({ simulator }: DemoPlace) => simulator.credentials[0].apiKeys.read_write;

/** Leads the requests of the providers with an address to their simulators. */
export const simulatedAddresses = (places: readonly DemoPlace[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    places.map(({ provider, simulator }) => [
      `GPU_TRAY_SIMULATED_${provider.toUpperCase()}`,
      simulator.baseUrl,
    ]),
  );

export const runningVms = ({ control }: Pick<Simulator, 'control'>) =>
  control.vms().filter(({ status }) => status === 'running');

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
