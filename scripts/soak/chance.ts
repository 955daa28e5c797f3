import { fraction } from '../../simulator/world/seeded.ts';

/** Random choices, the same for the same seed and stream. */
export function createChance(seed: number, stream: number) {
  let count = 0;
  /** Uniform in [0, 1). */
  function random(): number {
    count += 1;
    return fraction(seed, stream, count);
  }
  function take<T>(options: T[]): T {
    const [option] = options.splice(Math.floor(random() * options.length), 1);
    if (option === undefined) throw new Error('nothing to choose from');
    return option;
  }
  return {
    random,
    /** A time around that mean, ms. */
    around: (mean: number) => -mean * Math.log(1 - random()),
    pick: <T>(options: readonly T[]): T => take([...options]),
    /** Each option once in random order, then again. */
    deck<T>(options: readonly T[]): () => T {
      let left: T[] = [];
      return () => {
        if (left.length === 0) left = [...options];
        return take(left);
      };
    },
  };
}

export type Chance = ReturnType<typeof createChance>;
