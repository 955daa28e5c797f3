import { join } from 'node:path';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import type { IncludeState, NamePattern } from '../../../shared/ssh/ssh-state.ts';
import type { Clock } from '../../clock.ts';
import { withFileLock } from '../../files/index.ts';
import { configWord, linesOf, slashed, underHome, userConfigPath } from '../config/config-words.ts';
import { EXAMPLE_ADDRESS, type HostContext, MARKER, markerLines } from '../config/host-blocks.ts';
import { userAliases } from '../config/user-aliases.ts';
import type { AskSsh, SshSettings } from '../probe/ssh-programs.ts';
import { changeConfig, inspectConfig, refusedChange } from './change-config.ts';

// ASCII only: the file is handled as bytes (latin1), so that every encoding survives.
const COMMENT =
  '# GPU Tray: short names for your VMs. Turn them off in its settings to remove both lines.';
const COMMENT_OF_NEW_FILE =
  '# GPU Tray created this file: short names for your VMs. Turn them off in its settings to remove it.';
const OUR_COMMENTS: readonly string[] = [COMMENT, COMMENT_OF_NEW_FILE];

/** ssh reads an Include as a glob(7) pattern, and since OpenSSH 9.9 expands `%` and `${` in it: `?` matches them in all versions. */
function asPattern(path: string): string {
  return path.replace(/[[*?]/g, '[$&]').replace(/[%$]/g, '?');
}

/** The `Include` line for our config; null when its path has characters that no line can hold. */
export function includeLine({ configFile, accountHome, platform }: HostContext): string | null {
  // ssh expands `~` to the account's home, whatever $HOME says.
  const path = underHome(slashed(configFile, platform), accountHome, platform);
  const word = configWord(asPattern(path));
  return word === null ? null : `Include ${word}`;
}

/** The lines that `addInclude` adds. @param line `includeLine(target)` */
export function linesToAdd(line: string, isNewFile: boolean): readonly [string, string] {
  return [isNewFile ? COMMENT_OF_NEW_FILE : COMMENT, line];
}

/** Adds our Include at the very top, where nothing can make it conditional. @param text as latin1; null for no file */
export function addInclude(text: string | null, line: string): string {
  const ending = /^[^\n]*\r\n/.test(text ?? '') ? '\r\n' : '\n';
  const added = linesToAdd(line, text === null).map((one) => `${one}${ending}`);
  return `${added.join('')}${text ?? ''}`;
}

/** Removes our comment and Include, or else the Includes that the user pasted. @param text as latin1 @returns null when we created the file and nothing else is in it */
export function removeInclude(text: string, line: string): string | null {
  const lines = linesOf(text);
  const isOurs = (at: number) => lines[at]?.trim() === line;
  const isComment = (at: number) =>
    OUR_COMMENTS.includes(lines[at]?.trimEnd() ?? '') && isOurs(at + 1);
  const pairs = lines.filter((_, at) => isComment(at));
  const isRemoved = (at: number) => (pairs.length > 0 ? isComment(at - 1) : isOurs(at));
  const rest = lines.filter((_, at) => !isRemoved(at) && !isComment(at)).join('');
  const wasCreated = pairs.some((comment) => comment.startsWith(COMMENT_OF_NEW_FILE));
  return wasCreated && rest === '' ? null : rest;
}

/** Up to three of the user's hosts, those of patterns last, and an address for `Host *`. */
function sampleNames(userNames: ReadonlySet<string>): readonly string[] {
  const names = [...userNames].filter((name) => !/^-|!/.test(name));
  const isPattern = (name: string) => Number(/[*?]/.test(name));
  const sorted = names.toSorted((a, b) => isPattern(a) - isPattern(b)).slice(0, 3);
  return [...sorted.map((name) => name.replace(/[*?]/g, 'x')), EXAMPLE_ADDRESS];
}

const keywordsOf = (...all: readonly SshSettings[]) =>
  new Set(all.flatMap((one) => [...one.keys()]));

/** The first setting that differs in both answers after a change, or why there is no answer; null: none differs. */
function differenceOf(
  before: SshSettings,
  after: SshSettings | string,
  again = after,
): string | null {
  if (typeof after === 'string') return after;
  if (typeof again === 'string') return again;
  for (const keyword of keywordsOf(before, after)) {
    const [was, now, still] = [before, after, again].map((one) => one.get(keyword));
    if (now !== was && still === now) return `${keyword} ${was} became ${now}`;
  }
  return null;
}

/** Asks twice where a change seems to have an effect, since a `Match exec` may differ each time. @returns asks after the change: what changed, as a sentence; null: nothing */
async function watchHosts(ask: AskSsh, names: readonly string[]) {
  const known = new Map<string, SshSettings>();
  for (const name of names) {
    const before = await ask(name);
    if (typeof before !== 'string') known.set(name, before);
  }
  return async (): Promise<string | null> => {
    for (const [name, before] of known) {
      const after = await ask(name);
      const found = differenceOf(before, after) && differenceOf(before, after, await ask(name));
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
async function patternOf(ask: AskSsh, prefix: string): Promise<NamePattern | null> {
  const options = await optionsFor(ask, prefix);
  if (options.length === 0) return null;
  for (const other of ['vm', 'rented', 'cloudgpu'])
    if ((await optionsFor(ask, other)).length === 0) return { prefix, options, other };
  return { prefix, options, other: null };
}

export interface UserIncludeOptions extends HostContext {
  /** One file for every GPU Tray of this user, since they share one `~/.ssh/config`. */
  readonly lockFile: string;
  readonly clock: Clock;
  readonly ask: AskSsh;
  /** The beginning of the aliases. */
  readonly prefix: () => string;
  /** Writes our config, so that ssh can find it. */
  readonly writeOurs: () => Promise<unknown>;
}

/** The Include of our config in the user's. Asks ssh on every call; writes in `add` and `remove`, with the user's consent. */
export function createUserInclude(options: UserIncludeOptions) {
  const { folder, configFile, lockFile, clock, ask, prefix, writeOurs } = options;
  const path = userConfigPath(options);
  const backup = join(folder, 'config.before-gpu-tray');
  const line = includeLine(options);
  // One character per byte, as the config is read and written.
  const bytes = Buffer.from(line ?? '', 'utf8').toString('latin1');
  const noLine =
    line === null
      ? `ssh can’t include ${configFile}: the path has a quote or a control character.`
      : null;

  /** Wherever our line is, such as in a file that the user's SSH config includes. */
  async function state(): Promise<IncludeState> {
    const settings = await ask(MARKER);
    if (typeof settings === 'string') return 'unknown';
    const isRead = markerLines(folder).every(
      ([keyword, value]) => settings.get(keyword.toLowerCase()) === value,
    );
    return isRead ? 'active' : 'absent';
  }

  /** Puts the file back where ssh now fails or has other settings for the user's own hosts. @returns whether it changed */
  async function change(
    apply: (text: string | null) => string | null,
    isAdding: boolean,
  ): Promise<boolean> {
    return withFileLock(lockFile, clock, async () => {
      const findChange = await watchHosts(ask, sampleNames(userAliases(options)));
      const changed = await changeConfig(path, backup, apply);
      if (changed === null) return false;
      const isUnread = isAdding && (await state()) === 'absent';
      const reason = (await findChange()) ?? (isUnread ? 'ssh uses another config file.' : null);
      if (reason === null) return true;
      const undone = await changeConfig(path, backup, (text) =>
        text === changed.after ? changed.before : text,
      ).catch(() => null);
      const end = undone === null ? 'could not be restored.' : 'is as before.';
      throw refusedChange(`${reason} ${path} ${end}`);
    });
  }

  return {
    state,
    /** The lines to add and their effects, shown before the user agrees. */
    async preview(): Promise<RequestOutput<'previewInclude'>> {
      const { path: target, text, obstacle } = inspectConfig(path);
      return {
        path,
        target,
        state: await state(),
        lines: line === null ? [] : linesToAdd(line, text === null && obstacle === null),
        obstacle: obstacle ?? noLine,
        pattern: await patternOf(ask, prefix()),
      };
    },
    pattern: () => patternOf(ask, prefix()),
    /** @throws UserError @returns whether the file changed */
    async add(): Promise<boolean> {
      if (noLine !== null) throw refusedChange(noLine);
      await writeOurs();
      if ((await state()) === 'active') return false;
      return change((text) => addInclude(text, bytes), true);
    },
    /** As `add`. */
    async remove(): Promise<boolean> {
      const isChanged = await change((text) => text && removeInclude(text, bytes), false);
      if ((await state()) !== 'active') return isChanged;
      throw refusedChange(
        `A pattern in your SSH config, such as Include ~/.ssh/*/*, or another file includes ${configFile} too.`,
      );
    },
  };
}
