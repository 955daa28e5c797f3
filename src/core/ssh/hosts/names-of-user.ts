import type { Clock } from '../../clock.ts';
import type { AskSsh, SshAnswer } from '../tools/index.ts';
import type { KnownToUser } from './choose-aliases.ts';

/** Names that are nobody's. Two, so that what differs with every name (a hash such as `%C`) can be told from what is one's own. */
const NOBODY = ['gpu-tray-check-one', 'gpu-tray-check-other'] as const;

/** How long the names of one update may be checked for, in ms; the rest goes by unchecked. */
const CHECK_MS = 10_000;
/** Questions at once: each is a process, and a `Match exec` of the user's one more. */
const AT_ONCE = 8;

/** A value with one placeholder for any of the names. Longer names first: one may begin with another. */
function unnamed(value: string | undefined, names: readonly string[]): string | undefined {
  return names
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, name) => text?.replaceAll(name, '\0'), value);
}

/** The keywords for which two answers differ in more than the names. */
function differences(
  [one, other]: readonly [SshAnswer, SshAnswer],
  names: readonly string[],
): ReadonlySet<string> {
  const keywords = new Set([...one.keys(), ...other.keys()]);
  return new Set(
    [...keywords].filter(
      (keyword) => unnamed(one.get(keyword), names) !== unnamed(other.get(keyword), names),
    ),
  );
}

interface Nobody {
  readonly answer: SshAnswer;
  /** Keywords that differ from name to name anyhow. */
  readonly fickle: ReadonlySet<string>;
}

/** A name is the user's when ssh does anything for it that it does not do for a name that nobody has. */
function isOfUser(alias: string, answer: SshAnswer, nobody: Nobody): boolean {
  const names = [alias, NOBODY[0]];
  const own = differences([answer, nobody.answer], names);
  return [...own].some((keyword) => !nobody.fickle.has(keyword));
}

/**
 * Finds the names that the user's configuration has a block of its own for; one that a pattern such as `Host gpu-*` gives to
 * every name is not one of them. For one update: after a question that is late, or after a while, nothing more is asked, and
 * what was not asked for counts as free.
 */
export function namesOfUser(ask: AskSsh, clock: Clock): KnownToUser {
  const start = clock.monotonic();
  let isOver = false;
  let nobody: Promise<Nobody | null> | null = null;

  async function answerFor(alias: string): Promise<SshAnswer | null> {
    isOver ||= clock.monotonic() - start > CHECK_MS;
    if (isOver) return null;
    const answer = await ask(alias);
    if (answer !== 'late') return answer;
    isOver = true;
    return null;
  }

  async function askForNobody(): Promise<Nobody | null> {
    const [answer, other] = [await answerFor(NOBODY[0]), await answerFor(NOBODY[1])];
    if (answer === null || other === null) return null;
    return { answer, fickle: differences([answer, other], NOBODY) };
  }

  return async (aliases) => {
    const found = new Set<string>();
    nobody ??= askForNobody();
    const control = await nobody;
    if (control === null) return found;
    const queue = aliases.values();
    const askInTurn = async () => {
      for (const alias of queue) {
        const answer = await answerFor(alias);
        if (answer !== null && isOfUser(alias, answer, control)) found.add(alias);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
    return found;
  };
}
