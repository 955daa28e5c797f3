import { fraction } from '../../simulator/world/seeded.ts';

/** Uniform in [0, 1), the same for the same seed and stream. */
export function seededRandom(seed: number, stream: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return fraction(seed, stream, count);
  };
}

/** Random choices, the same for the same seed. */
export interface Chance {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** A time around that mean, ms. */
  around(mean: number): number;
  pick<T>(options: readonly T[]): T;
  /** Each option once in random order, then again. */
  deck<T>(options: readonly T[]): () => T;
}

export function createChance(random: () => number): Chance {
  function pick<T>(options: readonly T[]): T {
    const [option] = options.slice(Math.floor(random() * options.length));
    if (option === undefined) throw new Error('picked from nothing');
    return option;
  }
  return {
    random,
    pick,
    around: (mean) => -mean * Math.log(1 - random()),
    deck(options) {
      let left: (typeof options)[number][] = [];
      return () => {
        if (left.length === 0) left = [...options];
        const option = pick(left);
        left.splice(left.indexOf(option), 1);
        return option;
      };
    },
  };
}
