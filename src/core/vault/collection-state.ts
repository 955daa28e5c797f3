import type { BoundedRun } from '../run-with-timeout.ts';
import { understandWords } from './keychain-words.ts';
import {
  BUS_TOOLS,
  type BusTool,
  readBoolean,
  readPath,
  readSearch,
  type SecretServiceQuestion,
} from './secret-service-tools.ts';

/**
 * The keyring a value lies in, or would: `missing` is no service, or one without a default keyring; `silent` is a service
 * that does not answer; `unknown` is that there is no way to find out.
 */
export type CollectionState = 'unlocked' | 'locked' | 'missing' | 'silent' | 'unknown';

/** Asks without opening a prompt. With an item: of the keyring that holds it. Never rejects. */
export type AskCollectionState = (item?: string) => Promise<CollectionState>;

/**
 * Asks the Secret Service of the session bus, since keytar answers `null` both to "no such item" and to "locked".
 *
 * An item is looked for first, because it may lie in a locked keyring beside an open default one: that happens to anyone
 * who makes another keyring the default. Searching reveals whether an item is there even while its keyring is locked.
 */
export function secretServiceState(run: BoundedRun): AskCollectionState {
  return async (item) => {
    for (const tool of BUS_TOOLS) {
      const state = await askWith(tool, run, item);
      if (state !== 'absentTool') return state;
    }
    return 'unknown';
  };
}

/** Item names that need no quoting in any tool; other items are not searched for. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

async function askWith(
  tool: BusTool,
  run: BoundedRun,
  item: string | undefined,
): Promise<CollectionState | 'absentTool'> {
  const ask = (question: SecretServiceQuestion) => askService(tool, run, question);

  if (item !== undefined && PLAIN_NAME.test(item)) {
    const found = await ask({ ask: 'search', item });
    if ('state' in found) return found.state;
    const items = readSearch(found.answer);
    if (items && items.locked > 0) return 'locked';
    if (items && items.open > 0) return 'unlocked';
  }

  const alias = await ask({ ask: 'defaultCollection' });
  if ('state' in alias) return alias.state;
  const collection = readPath(alias.answer);
  if (collection === '/') return 'missing';
  if (collection === undefined) return 'unknown';

  const property = await ask({ ask: 'locked', collection });
  if ('state' in property) return property.state;
  const locked = readBoolean(property.answer);
  if (locked === undefined) return 'unknown';
  return locked ? 'locked' : 'unlocked';
}

async function askService(
  tool: BusTool,
  run: BoundedRun,
  question: SecretServiceQuestion,
): Promise<{ answer: string } | { state: CollectionState | 'absentTool' }> {
  const outcome = await run(tool.program, tool.args(question));
  switch (outcome.state) {
    case 'done':
      return { answer: outcome.stdout };
    case 'absent':
      return { state: 'absentTool' };
    case 'late':
      return { state: 'silent' };
    case 'failed':
      return { state: understandWords(outcome.stderr) ?? 'unknown' };
  }
}
