import { Button } from '../../../ui/index.ts';
import type { IncludePreview } from './include-words.ts';

interface IncludeConsentProps {
  readonly preview: IncludePreview;
  readonly isBusy: boolean;
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

/** The file's first lines afterwards, by their number, those that are new marked. */
function LinesAfter({ after, lines }: Pick<IncludePreview, 'after' | 'lines'>) {
  const numbered = after.map((text, index) => ({ number: index + 1, text }));
  return (
    <ol className="code-font rounded-md border border-line px-2 py-1">
      {numbered.map(({ number, text }) => {
        const isNew = number <= lines.length;
        return (
          <li className={`flex gap-2 ${isNew ? 'text-ink' : 'text-quiet'}`} key={number}>
            <span aria-hidden="true" className="w-2 shrink-0 text-accent">
              {isNew && '+'}
            </span>
            {isNew && <span className="sr-only">Added: </span>}
            <span className="min-h-4 min-w-0 break-all whitespace-pre-wrap select-text">
              {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Exactly what would be written where, before it is. */
export function IncludeConsent({ preview, isBusy, onAgree, onCancel }: IncludeConsentProps) {
  const { path, target, lines, before, after } = preview;
  return (
    <>
      <p>
        GPU Tray would add {lines.length} lines at the top of your SSH configuration,{' '}
        <span className="code-font break-all">{path}</span>
        {target !== path && (
          <>
            , which is a link to <span className="code-font break-all">{target}</span>
          </>
        )}
        . It would then begin like this:
      </p>
      <LinesAfter after={after} lines={lines} />
      <p className="text-quiet text-small">
        {before.length === 0
          ? 'There is nothing in it yet.'
          : 'Nothing else in it is touched, and the file from before is kept beside it.'}{' '}
        Here it can be undone at any time.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busyWords="Adding…" isBusy={isBusy} onClick={onAgree} tone="primary">
          Add these lines
        </Button>
        <Button onClick={onCancel}>Not now</Button>
      </div>
    </>
  );
}
