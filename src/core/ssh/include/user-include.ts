import type { RequestOutput } from '../../../shared/ipc/index.ts';
import type { IncludeState } from '../../../shared/ssh/index.ts';
import type { Clock } from '../../clock.ts';
import { withFileLock } from '../../files/index.ts';
import { userConfigPath } from '../config/config-words.ts';
import type { HostContext } from '../config/host-blocks.ts';
import type { createIncludeCheck } from '../probe/ssh-tools.ts';
import {
  type ConfigChange,
  type ConfigFile,
  changeConfig,
  inspectConfig,
} from './change-config.ts';
import {
  addInclude,
  includedFile,
  includeLine,
  includeState,
  linesToAdd,
  removeInclude,
} from './include-text.ts';

export interface UserIncludeOptions extends HostContext {
  /** One file for every GPU Tray of this user, since they share one `~/.ssh/config`. */
  readonly lockFile: string;
  readonly clock: Clock;
  readonly uid: number | null;
  readonly check: ReturnType<typeof createIncludeCheck>;
}

const SHOWN_LINES = 8;
const SHOWN_CHARACTERS = 120;

/** The first lines for people: bytes decoded as UTF-8, without control characters. */
function firstLines(text: string): readonly string[] {
  const lines = text.slice(0, SHOWN_LINES * 4_096).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, SHOWN_LINES).map((line) => {
    const readable = Buffer.from(line.replace(/\r$/, ''), 'latin1').toString('utf8');
    const printable = readable.replaceAll('\t', '    ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
    return [...printable].slice(0, SHOWN_CHARACTERS).join('');
  });
}

/** UTF-8 with one character per byte, as the config is read and written. */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The Include of our config in the user's. Reads it on every call; writes in `add` and `remove`, with the user's consent. */
export function createUserInclude(options: UserIncludeOptions) {
  const { lockFile, clock, uid, check } = options;
  const path = userConfigPath(options);
  const line = includeLine(options);
  const bytes = line === null ? null : asBytes(line);
  const target = {
    ...options,
    folder: asBytes(options.folder),
    accountHome: asBytes(options.accountHome),
  };
  const NO_LINE = `ssh can't include ${includedFile(options)}: the path has a quote or a control character.`;

  function stateOf({ text, obstacle }: ConfigFile): IncludeState {
    return text === null && obstacle !== null ? 'unknown' : includeState(text ?? '', target);
  }

  function change(apply: (text: string | null) => string | null): Promise<ConfigChange> {
    return withFileLock(lockFile, clock, () => changeConfig(path, uid, apply));
  }

  return {
    state: () => stateOf(inspectConfig(path, uid)),
    /** The lines to add and the first ones after them, shown before the user agrees. */
    preview(): RequestOutput<'previewInclude'> {
      const file = inspectConfig(path, uid);
      const isNew = file.text === null && file.obstacle === null;
      return {
        path,
        target: file.path,
        state: stateOf(file),
        lines: line === null ? [] : linesToAdd(line, isNew),
        before: firstLines(file.text ?? ''),
        obstacle: file.obstacle ?? (line === null ? NO_LINE : null),
      };
    },
    /** @throws LockTimeout, LockUnavailable */
    async add(): Promise<ConfigChange> {
      if (bytes === null) return { outcome: 'refused', reason: NO_LINE };
      return change((text) =>
        text !== null && includeState(text, target) === 'active' ? text : addInclude(text, bytes),
      );
    },
    /** @throws LockTimeout, LockUnavailable */
    remove: () => change((text) => (text === null ? null : removeInclude(text, target))),
    check,
  };
}
