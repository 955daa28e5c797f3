import type { IncludeState } from '../../../../shared/app/index.ts';
import { Button } from '../../../ui/index.ts';
import { includeAction, includeWords } from './include-words.ts';

interface NameStateProps {
  readonly include: IncludeState;
  readonly isBusy: boolean;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
}

/** How it stands, and what can be done about it. */
export function NameState({ include, isBusy, onAdd, onRemove }: NameStateProps) {
  const action = includeAction(include);
  return (
    <>
      <p>{includeWords(include)}</p>
      <div className="flex flex-wrap gap-2">
        {action !== null && (
          <Button isBusy={isBusy} onClick={onAdd}>
            {action}
          </Button>
        )}
        {(include === 'active' || include === 'notFirst') && (
          <Button isBusy={isBusy} onClick={onRemove}>
            Remove our lines again
          </Button>
        )}
      </div>
    </>
  );
}
