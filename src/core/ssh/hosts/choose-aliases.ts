import { aliasFor } from './slug.ts';

/** Which of these names mean something to the user's own configuration already. */
export type KnownToUser = (aliases: readonly string[]) => Promise<ReadonlySet<string>>;

/** Names that are not free, and names that need not be asked for. */
export interface AliasesInUse {
  /** Names that other VMs keep. */
  readonly taken: Iterable<string>;
  /** Names in our file: they were asked for when they came there, and now ssh would answer from our file. */
  readonly ours: ReadonlySet<string>;
}

/** Tries that a pattern such as `Host gpu-train-*` of the user's may cost, before it is left at that. */
const MAX_TRIES = 20;

/** Whether a name is the user's; undefined: nobody has asked yet. */
type Verdicts = ReadonlyMap<string, boolean>;

/** One pass, in which a name that nobody has asked for counts as free. */
function choose(slugs: readonly string[], { taken, ours }: AliasesInUse, verdicts: Verdicts) {
  const inUse = new Set(taken);
  /** Where to go on counting for a slug: ten thousand VMs of one label must not count from 1 each. */
  const next = new Map<string, number>();
  const unasked: string[] = [];

  function aliasOf(slug: string): string {
    let tries = 0;
    for (let n = next.get(slug) ?? 1; ; n += 1) {
      const alias = aliasFor(slug, n);
      if (inUse.has(alias)) continue;
      if (!ours.has(alias) && tries < MAX_TRIES) {
        tries += 1;
        if (verdicts.get(alias)) continue;
        if (!verdicts.has(alias)) unasked.push(alias);
      }
      inUse.add(alias);
      next.set(slug, n + 1);
      return alias;
    }
  }

  return { aliases: slugs.map(aliasOf), unasked };
}

/** An alias for each slug, each another one. The names are asked for together, since each question starts a process. */
export async function chooseAliases(
  slugs: readonly string[],
  inUse: AliasesInUse,
  knownToUser: KnownToUser,
): Promise<readonly string[]> {
  const verdicts = new Map<string, boolean>();
  for (;;) {
    const { aliases, unasked } = choose(slugs, inUse, verdicts);
    if (unasked.length === 0) return aliases;
    const known = await knownToUser(unasked);
    for (const alias of unasked) verdicts.set(alias, known.has(alias));
  }
}
