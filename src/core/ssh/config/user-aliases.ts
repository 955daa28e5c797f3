import type { Clock } from '../../clock.ts';
import type { AskSsh, SshAnswer } from '../probe/ssh-tools.ts';
import type { FindUserAliases } from './aliases.ts';

/** Two undefined aliases: values that differ between them, such as a hash in `%C`, say nothing about an alias. */
const UNDEFINED = ['gpu-tray-check-one', 'gpu-tray-check-other'] as const;

/** Limit for the checks of one update, in ms. Unchecked aliases count as free. */
const CHECK_MS = 10_000;
/** Each check is a process, and a `Match exec` of the user's starts one more. */
const MAX_AT_ONCE = 8;

/** A value with a placeholder for each alias, longest first, since one may start with another. */
function withoutAliases(value: string | undefined, aliases: readonly string[]): string | undefined {
  return aliases
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, alias) => text?.replaceAll(alias, '\0'), value);
}

/** The keywords with values that differ in more than the aliases. */
function differences(
  [one, other]: readonly [SshAnswer, SshAnswer],
  aliases: readonly string[],
): ReadonlySet<string> {
  const keywords = new Set([...one.keys(), ...other.keys()]);
  return new Set(
    [...keywords].filter(
      (keyword) =>
        withoutAliases(one.get(keyword), aliases) !== withoutAliases(other.get(keyword), aliases),
    ),
  );
}

interface Baseline {
  readonly answer: SshAnswer;
  /** Keywords with values that vary with every alias. */
  readonly varying: ReadonlySet<string>;
}

/**
 * Finds the aliases that the user's SSH config defines: those for which ssh answers differently than for an undefined alias. A
 * pattern such as `Host gpu-*` applies to every alias, so it defines none. Use one instance per update: after a check that
 * timed out, or after 10 s, the remaining aliases count as free.
 */
export function userAliases(ask: AskSsh, clock: Clock): FindUserAliases {
  const start = clock.monotonic();
  let isOver = false;
  let baseline: Promise<Baseline | null> | null = null;

  async function answerFor(alias: string): Promise<SshAnswer | null> {
    isOver ||= clock.monotonic() - start > CHECK_MS;
    if (isOver) return null;
    const answer = await ask(alias);
    if (answer !== 'late') return answer;
    isOver = true;
    return null;
  }

  async function findBaseline(): Promise<Baseline | null> {
    const [answer, other] = [await answerFor(UNDEFINED[0]), await answerFor(UNDEFINED[1])];
    if (answer === null || other === null) return null;
    return { answer, varying: differences([answer, other], UNDEFINED) };
  }

  return async (aliases) => {
    const found = new Set<string>();
    baseline ??= findBaseline();
    const undefinedAlias = await baseline;
    if (undefinedAlias === null) return found;
    const queue = aliases.values();
    const checkQueue = async () => {
      for (const alias of queue) {
        const answer = await answerFor(alias);
        if (answer === null) continue;
        const own = differences([answer, undefinedAlias.answer], [alias, UNDEFINED[0]]);
        if ([...own].some((keyword) => !undefinedAlias.varying.has(keyword))) found.add(alias);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, checkQueue));
    return found;
  };
}
