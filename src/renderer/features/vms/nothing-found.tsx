import { Button } from '../../ui/index.ts';
import { useListView } from './list-view.ts';

/** In place of the list when there are VMs and none passes the filter, with the way back to all of them. */
export function NothingFound() {
  const query = useListView((view) => view.query);
  return (
    <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
      <p className="max-w-full text-quiet">
        No VM matches <span className="break-words text-ink">{query.trim().slice(0, 80)}</span>
      </p>
      <Button onClick={() => useListView.setState({ query: '' })} tone="link">
        Show all
      </Button>
    </div>
  );
}
