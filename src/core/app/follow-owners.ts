import { type AppAccount, type AppState, accountOwners } from '../../shared/app/index.ts';
import { clipped, printable } from '../../shared/format/index.ts';
import type { StateStore } from './state-store.ts';

const MAX_NAME = 40;

const and = new Intl.ListFormat('en', { type: 'conjunction' });

function message(theirs: readonly AppAccount[]): string {
  const names = theirs.map(({ label }) => `“${clipped(printable(label), MAX_NAME)}”`);
  return `${and.format(names)} show the same VMs, so they count once.`;
}

const shared = (state: AppState) => accountOwners(state).filter((theirs) => theirs.length > 1);

const key = (owners: ReturnType<typeof shared>) =>
  owners.map((theirs) => theirs.map(({ id }) => id).join(' ')).join();

/**
 * Tells when it turns out, or is not so any more, that several accounts are of one owner.
 * @param onChange gets a sentence that says which they are; null: that was said before, or none are
 * @returns its own end
 */
export function followOwners(
  store: Pick<StateStore, 'get' | 'subscribe'>,
  onChange: (message: string | null) => void,
): () => void {
  // VMs come and go, and whose they are was said already.
  const told = new Set<string>();
  let seen = store.get();
  let last = key(shared(seen));
  return store.subscribe((state) => {
    if (state.accounts === seen.accounts && state.snapshots === seen.snapshots) return;
    seen = state;
    const owners = shared(state);
    if (key(owners) === last) return;
    last = key(owners);
    const news = owners.filter((theirs) => !told.has(key([theirs])));
    for (const theirs of news) told.add(key([theirs]));
    onChange(news.length === 0 ? null : news.map(message).join(' '));
  });
}
