import { fraction } from './seeded.ts';

/** What a VM is doing, as far as its load shows it. */
export type LoadProfile = 'training' | 'serving' | 'idle';

const STEP_MS = 10_000;
const BURST_MS = 180_000;

function wave(now: number, periodMs: number, seed: number): number {
  return Math.sin((now / periodMs + fraction(seed, 1)) * 2 * Math.PI);
}

function rawCpu(profile: LoadProfile, seed: number, now: number): number {
  const noise = fraction(seed, 2, Math.floor(now / STEP_MS));
  switch (profile) {
    case 'training':
      return 78 + 10 * wave(now, 420_000, seed) + 8 * noise;
    case 'serving':
      return fraction(seed, 3, Math.floor(now / BURST_MS)) < 0.4 ? 55 + 40 * noise : 3 + 6 * noise;
    case 'idle':
      return 0.4 + 2 * noise;
  }
}

function percent(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 100) * 10) / 10;
}

/** CPU and RAM in percent. The same VM at the same time always has the same load, however often it is asked for. */
export function loadAt(
  profile: LoadProfile,
  seed: number,
  now: number,
): { cpuPercent: number; ramPercent: number } {
  const resting = profile === 'idle' ? 6 : 25 + 45 * fraction(seed, 4);
  return {
    cpuPercent: percent(rawCpu(profile, seed, now)),
    ramPercent: percent(resting + 4 * wave(now, 1_500_000, seed)),
  };
}
