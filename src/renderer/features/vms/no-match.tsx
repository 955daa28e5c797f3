import { Button } from '../../ui/index.ts';
import { clearFilter, useListView } from './list-view.ts';
import { messages } from './note-messages.ts';

export function NoMatch() {
  const query = useListView((view) => view.query);
  return (
    <div className="grid justify-items-center gap-1 px-6 py-8 text-center">
      <p className="max-w-full text-quiet">
        {messages.noMatch} <span className="break-words text-ink">{query.trim().slice(0, 80)}</span>
      </p>
      <Button label={messages.showAll} onClick={clearFilter} tone="link" />
    </div>
  );
}
