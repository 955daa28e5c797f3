import type { Clock } from '../../clock.ts';
import { withFileLock } from '../../files/index.ts';
import type { SshHost } from '../host.ts';
import { type AskSsh, userConfigPath } from '../tools/index.ts';
import { type ChangeOutcome, changeFile, mayNeedMending, mendFile } from './change-file.ts';
import { type Disk, realDisk } from './disk.ts';
import { type IncludeTarget, includedFile, includeLine } from './include-line.ts';
import {
  addInclude,
  type IncludeState,
  includeState,
  linesToAdd,
  removeInclude,
} from './include-text.ts';
import { type Inspection, inspectFile, readAnyway } from './inspect-file.ts';

/** What adding the Include would do, to be shown before the user agrees. Nothing is written for it. */
export interface IncludePreview {
  /** The user's configuration, as they know it. */
  readonly path: string;
  /** Where it really is, when it is a symbolic link; else the same. */
  readonly target: string;
  /** `unknown`: the file cannot be read; `obstacle` says why. */
  readonly state: IncludeState | 'unknown';
  /** What is written at the top, or is to be pasted there: a comment and the line itself. */
  readonly lines: readonly string[];
  /** The first lines of the file now, made printable; empty for no file. */
  readonly before: readonly string[];
  /** The first lines afterwards. */
  readonly after: readonly string[];
  /** Why it cannot be done for the user, as a sentence; null when it can. */
  readonly obstacle: string | null;
}

/** What became of the user's configuration; a refusal says how they can do it by hand. */
export type IncludeResult =
  | {
      readonly outcome: 'done' | 'unchanged';
      readonly state: IncludeState;
      /** The file as it was before this change, kept beside it; null when there was none, or nothing was changed. */
      readonly backup: string | null;
    }
  /** Nothing was changed. `lines` are to be pasted at the top of the file, or to be taken out by hand. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly lines: readonly string[] };

/** The Include of our file in the user's own configuration. Changed only when they have agreed. */
export interface UserInclude {
  /** Null when the file cannot be read. */
  state(): IncludeState | null;
  preview(): IncludePreview;
  /**
   * To be called once at the start: puts the user's file back if a GPU Tray died in the few microseconds in which it had no
   * name. @throws LockTimeout, LockUnavailable, or the file system's error
   */
  mend(): Promise<void>;
  /** @throws LockTimeout, LockUnavailable */
  add(): Promise<IncludeResult>;
  /** @throws LockTimeout, LockUnavailable */
  remove(): Promise<IncludeResult>;
  /** Whether ssh itself, asked for a host of ours, answers from our file: the proof that the Include works. */
  check(host: SshHost): Promise<'seen' | 'notSeen' | 'unknown'>;
}

/** Whose configuration it is, which file of ours it is to include, and how ssh is asked whether it does. */
export interface UserIncludeOptions extends IncludeTarget {
  /** The same for every GPU Tray of this user, since they all share one `~/.ssh/config`. */
  readonly lockFile: string;
  readonly clock: Clock;
  /** Our user id; null on Windows. */
  readonly uid: number | null;
  readonly ask: AskSsh;
  /** Replaced by tests. */
  readonly disk?: Disk;
}

const SHOWN_LINES = 8;
const SHOWN_CHARACTERS = 120;

/** The first lines for people: the bytes as UTF-8, and nothing that a screen would obey. */
function firstLines(text: string): readonly string[] {
  const lines = text.slice(0, SHOWN_LINES * 4_096).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, SHOWN_LINES).map((line) => {
    const readable = Buffer.from(line.replace(/\r$/, ''), 'latin1').toString('utf8');
    const printable = readable.replaceAll('\t', '    ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
    return [...printable].slice(0, SHOWN_CHARACTERS).join('');
  });
}

function textOf(found: Inspection): string | null {
  return found.kind === 'file' ? found.text : null;
}

/** UTF-8, one character per byte: as the file is read and written. */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Reads the configuration anew each time, and changes it only in `mend`, `add` and `remove`. */
export function createUserInclude(options: UserIncludeOptions): UserInclude {
  const { lockFile, clock, uid, ask, disk = realDisk } = options;
  const path = userConfigPath(options);
  const line = includeLine(options);
  const bytes = line === null ? null : asBytes(line);
  const target = {
    ...options,
    folder: asBytes(options.folder),
    accountHome: asBytes(options.accountHome),
  };
  const lines = line === null ? [] : linesToAdd(line, false);
  const NO_LINE = `ssh cannot be told of ${includedFile(options)}: its path has a quote or a control character.`;

  function state(): IncludeState | null {
    const found = inspectFile(disk, path, uid);
    // A read-only file, or one of another user, into which the line was pasted.
    const text = found.kind === 'odd' ? readAnyway(disk, path) : (textOf(found) ?? '');
    return text === null ? null : includeState(text, target);
  }

  function result(outcome: ChangeOutcome): IncludeResult {
    switch (outcome.kind) {
      case 'done':
        return { outcome: 'done', state: state() ?? 'absent', backup: outcome.backup };
      case 'unchanged':
        return { outcome: 'unchanged', state: state() ?? 'absent', backup: null };
      case 'refused':
        return { outcome: 'refused', reason: outcome.reason, lines };
    }
  }

  return {
    state,
    preview() {
      const found = inspectFile(disk, path, uid);
      const text = textOf(found);
      const isOdd = found.kind === 'odd';
      const now = state();
      const after =
        isOdd || bytes === null || now === 'active' ? (text ?? '') : addInclude(text, bytes);
      return {
        path,
        target: isOdd ? path : found.path,
        state: now ?? 'unknown',
        lines: line === null ? [] : linesToAdd(line, found.kind === 'absent'),
        before: firstLines(text ?? ''),
        after: firstLines(after),
        obstacle: isOdd ? found.reason : line === null ? NO_LINE : null,
      };
    },
    async mend() {
      // A demo, or somebody who never wanted the Include, should not even find the lock's folder in their `~/.ssh`.
      if (!mayNeedMending(disk, path)) return;
      await withFileLock(lockFile, clock, async () => mendFile(disk, path));
    },
    async add() {
      if (bytes === null) return { outcome: 'refused', reason: NO_LINE, lines };
      const add = (text: string | null) =>
        text !== null && includeState(text, target) === 'active' ? text : addInclude(text, bytes);
      return withFileLock(lockFile, clock, async () => result(changeFile(disk, path, uid, add)));
    },
    async remove() {
      const take = (text: string | null) => (text === null ? null : removeInclude(text, target));
      return withFileLock(lockFile, clock, async () => result(changeFile(disk, path, uid, take)));
    },
    async check({ alias, hostKeyAlias }) {
      const answer = await ask(alias);
      if (answer === null || answer === 'late') return 'unknown';
      return answer.get('hostkeyalias') === hostKeyAlias ? 'seen' : 'notSeen';
    },
  };
}
