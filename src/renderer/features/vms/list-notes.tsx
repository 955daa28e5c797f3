import { useApp } from '../../store.ts';
import { lazy, onDemand } from '../../ui/index.ts';
import { messages } from './messages.ts';

/** Placeholder rows with the height of real ones, below the place of toolbar and heading. */
function SkeletonRows() {
  return (
    <div className="pt-15">
      <p className="sr-only" role="status">
        {messages.loading}
      </p>
      {['first', 'second', 'third'].map((row) => (
        <div aria-hidden="true" className="flex h-11 items-center gap-2 pr-10 pl-4" key={row}>
          <span className="skeleton size-3" />
          <span className="grid grow gap-1.5">
            <span className="skeleton h-3 w-28" />
            <span className="skeleton h-2 w-44" />
          </span>
          <span className="skeleton h-3 w-16" />
        </div>
      ))}
    </div>
  );
}

const code = () => import('./account-note.tsx');
const note = onDemand(() => code().then((all) => all.AccountNote));
/** Below VMs, and in place of them, where nothing would be shown until its code is loaded. */
const AccountNote = lazy(note);
const EmptyNote = lazy(note, <SkeletonRows />);
export const NoMatch = lazy(onDemand(() => code().then((all) => all.NoMatch)));

export function ListNotes() {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const isOnline = useApp(({ environment }) => environment.isOnline);
  return accounts.map((account) => {
    const { id } = account;
    const { value = null, problem = null } = snapshots[id]?.vms ?? {};
    if (isOnline && value === null && problem === null) return <SkeletonRows key={id} />;
    if (value === null || value.vms.length === 0) return <EmptyNote account={account} key={id} />;
    return value.skipped > 0 && <AccountNote account={account} key={id} />;
  });
}
