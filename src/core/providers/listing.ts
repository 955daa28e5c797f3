import type { VmList } from '../../shared/domain/account-state.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { MAX_ITEMS } from './http/read.ts';
import type { ProviderPorts } from './provider.ts';

/** A page of a list that goes on behind a token. */
export interface TokenPage {
  readonly read: readonly Vm[];
  readonly skipped: number;
  /** Null: the list ends here; empty: it does not, and the token is missing. */
  readonly nextToken: string | null;
  /** Records of the whole list, by its own count; null: it has none. */
  readonly total: number | null;
}

/** As many as `MAX_ITEMS` fill with the smallest pages, and some: a server that ignores the token never ends. */
const MAX_PAGES = 1_000;

/** Between two notes of a long list's progress. */
const PROGRESS_MS = 3_000;

/** Reads pages until the list ends. Of two records of a VM, the later one counts. The list is incomplete where a token comes again, or fewer records come than its count. */
export async function readTokenPages(
  readPage: (token: string | undefined) => Promise<TokenPage>,
  { clock, listMs, noteProgress }: Pick<ProviderPorts, 'clock' | 'listMs' | 'noteProgress'>,
): Promise<VmList> {
  let notedAt = clock.monotonic();
  const endsAt = notedAt + listMs;
  const found = new Map<string, Vm>();
  const seen = new Set(['']);
  let skipped = 0;
  let total: number | null = null;
  for (let token: string | undefined; ; ) {
    const { nextToken, ...page } = await readPage(token);
    for (const vm of page.read) found.set(vm.id, vm);
    skipped += page.skipped;
    total = page.total ?? total;
    const count = found.size + skipped;
    const isFull = count > MAX_ITEMS;
    const listing = { vms: [...found.values()], skipped };
    if (nextToken === null) return { ...listing, isComplete: !isFull && count >= (total ?? 0) };
    if (clock.monotonic() - notedAt >= PROGRESS_MS) {
      notedAt = clock.monotonic();
      noteProgress?.(count, total);
    }
    const isOver = seen.has(nextToken) || clock.monotonic() >= endsAt || seen.size === MAX_PAGES;
    if (isOver || isFull) return { ...listing, isComplete: false };
    seen.add(nextToken);
    token = nextToken;
  }
}
