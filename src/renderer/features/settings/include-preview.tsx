import { Button, CopyField } from '../../ui/index.ts';
import { type IncludePreview, messages } from './messages.ts';

const text = messages.names;

/** The first lines of the file after the change, new ones marked. */
function LinesAfter({ after, lines }: Pick<IncludePreview, 'after' | 'lines'>) {
  const numbered = after.map((line, index) => ({ number: index + 1, line }));
  return (
    <ol className="code-font rounded-md border border-line px-2 py-1">
      {numbered.map(({ number, line }) => {
        const isNew = number <= lines.length;
        return (
          <li className={`flex gap-2 ${isNew ? 'text-ink' : 'text-quiet'}`} key={number}>
            <span aria-hidden="true" className="w-2 shrink-0 text-accent">
              {isNew && '+'}
            </span>
            {isNew && <span className="sr-only">{text.addedLine}</span>}
            <span className="min-h-4 min-w-0 break-all whitespace-pre-wrap select-text">
              {line}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface IncludePreviewProps {
  readonly preview: IncludePreview;
  readonly isBusy: boolean;
  readonly onAgree: () => void;
  readonly onRecheck: () => void;
  readonly onClose: () => void;
}

/** Shows exactly what will be written and where, before it is written. */
function Consent({ preview, isBusy, onAgree, onClose }: IncludePreviewProps) {
  const { path, target, lines, before, after } = preview;
  return (
    <>
      <p>
        GPU Tray will add {lines.length} lines at the top of your SSH config,{' '}
        <span className="code-font break-all">{path}</span>
        {target !== path && (
          <>
            , a link to <span className="code-font break-all">{target}</span>
          </>
        )}
        . The file will then start with:
      </p>
      <LinesAfter after={after} lines={lines} />
      <p className="text-quiet text-small">
        {before.length === 0 ? text.emptyFile : text.keptFile} {text.undo}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busyLabel={text.adding} isBusy={isBusy} onClick={onAgree} tone="primary">
          {text.add}
        </Button>
        <Button onClick={onClose}>{text.cancel}</Button>
      </div>
    </>
  );
}

/** The change of the SSH config to confirm, or to make by hand in a file that GPU Tray must not or cannot change. */
export function IncludeChanges(props: IncludePreviewProps) {
  const { preview, isBusy, onRecheck, onClose } = props;
  const instructions = text.pasteInstructions(preview);
  if (instructions === null) return <Consent {...props} />;
  const isToPaste = preview.state !== 'active' && preview.lines.length > 0;
  return (
    <>
      <p className="break-words select-text" role="status">
        {instructions}
      </p>
      {isToPaste && (
        <CopyField
          hint={text.linesHint}
          label={text.lines}
          name="includeLines"
          value={preview.lines.join('\n')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isToPaste && (
          <Button busyLabel={text.rechecking} isBusy={isBusy} onClick={onRecheck}>
            {text.recheck}
          </Button>
        )}
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </>
  );
}
