import type { NamePattern } from '../../../shared/ssh/ssh-state.ts';
import { EXAMPLE_ADDRESS } from '../config/host-blocks.ts';
import type { AskSsh, SshSettings } from '../probe/ask-ssh.ts';

/** Up to three of the user's hosts, those of patterns last, and an address for `Host *`. */
export function sampleNames(userNames: ReadonlySet<string>): readonly string[] {
  const names = [...userNames].filter((name) => !/^-|!/.test(name));
  const isPattern = (name: string) => Number(/[*?]/.test(name));
  const sorted = names.toSorted((a, b) => isPattern(a) - isPattern(b)).slice(0, 3);
  return [...sorted.map((name) => name.replace(/[*?]/g, 'x')), EXAMPLE_ADDRESS];
}

const keywordsOf = (...all: readonly SshSettings[]) =>
  new Set(all.flatMap((one) => [...one.keys()]));

function differenceOf(first: SshSettings, second: SshSettings, after: SshSettings): string | null {
  for (const keyword of keywordsOf(first, after)) {
    const [before, again, now] = [first, second, after].map((one) => one.get(keyword));
    if (before === again && now !== before) return `${keyword} ${before} became ${now}`;
  }
  return null;
}

/** Asks twice before a change, since a `Match exec` may differ each time. @returns asks again: what changed, as a sentence; null: nothing */
export async function watchHosts(ask: AskSsh, names: readonly string[]) {
  const known = new Map<string, readonly [SshSettings, SshSettings]>();
  for (const name of names) {
    const first = await ask(name);
    const second = typeof first === 'string' ? first : await ask(name);
    if (typeof first !== 'string' && typeof second !== 'string') known.set(name, [first, second]);
  }
  return async (): Promise<string | null> => {
    for (const [name, before] of known) {
      const after = await ask(name);
      const found = typeof after === 'string' ? after : differenceOf(...before, after);
      if (found !== null) return `This would change ssh ${name}: ${found}.`;
    }
    return null;
  };
}

/** Set by our own lines, or part of the question. */
const OURS =
  /^(?:host(?:name|keyalias)?|(?:user|hash)knownhosts(?:file)?|checkhostip|stricthostkeychecking|forwardagent|controlpath)$/;

/** The settings that a name with the prefix gets and its address does not get: settings of patterns such as `Host gpu-*`. */
async function optionsFor(ask: AskSsh, prefix: string): Promise<readonly string[]> {
  const name = `${prefix}--nobody`;
  const [named, plain] = await Promise.all([ask(name, EXAMPLE_ADDRESS), ask(EXAMPLE_ADDRESS)]);
  if (typeof named === 'string' || typeof plain === 'string') return [];
  return [...keywordsOf(named, plain)]
    .filter((keyword) => !OURS.test(keyword) && named.get(keyword) !== plain.get(keyword))
    .map((keyword) => `${keyword} ${named.get(keyword)?.replaceAll('\n', ', ') ?? 'none'}`);
}

/** The options that patterns of the user's SSH config add to the aliases, and a free prefix; null: none. */
export async function patternOf(ask: AskSsh, prefix: string): Promise<NamePattern | null> {
  const options = await optionsFor(ask, prefix);
  if (options.length === 0) return null;
  for (const other of ['vm', 'rented', 'cloudgpu'])
    if ((await optionsFor(ask, other)).length === 0) return { prefix, options, other };
  return { prefix, options, other: null };
}
