import { Button, CopyField } from '../../ui/index.ts';
import { type IncludePreview, messages } from '../settings/messages.ts';

const text = messages.names;

/** The first lines of the file after the change, new ones marked. */
function LinesAfter({ before, lines }: Pick<IncludePreview, 'before' | 'lines'>) {
  const numbered = [...lines, ...before].map((line, index) => ({ number: index + 1, line }));
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

interface PreviewProps {
  readonly preview: IncludePreview;
}

/** The exact lines to be written, and their file. */
function LinesToAdd({ preview }: PreviewProps) {
  const { path, target, lines, before } = preview;
  return (
    <>
      <p>
        {text.willAdd(lines.length)} <span className="code-font break-words">{path}</span>
        {target !== path && (
          <>
            , {text.linkTo} <span className="code-font break-words">{target}</span>
          </>
        )}
        . {text.startsWith}
      </p>
      <LinesAfter before={before} lines={lines} />
      <p className="text-quiet text-small">
        {before.length === 0 ? text.emptyFile : text.keptFile} {text.undo}
      </p>
    </>
  );
}

/** Whether the lines are missing in a file that GPU Tray must not or cannot change. */
function isToPaste({ state, lines }: IncludePreview): boolean {
  return state !== 'active' && lines.length > 0;
}

function LinesToPaste({ preview }: PreviewProps) {
  return (
    <>
      <p className="break-words select-text" role="status">
        {text.pasteInstructions(preview)}
      </p>
      {isToPaste(preview) && (
        <CopyField
          hint={text.linesHint}
          label={text.lines}
          name="includeLines"
          value={preview.lines.join('\n')}
        />
      )}
    </>
  );
}

/** Whether GPU Tray can add the lines itself. */
export function isAddable(preview: IncludePreview): boolean {
  return text.pasteInstructions(preview) === null;
}

/** The lines to add, or to paste where GPU Tray cannot add them. */
export function IncludeLines({ preview }: PreviewProps) {
  return isAddable(preview) ? <LinesToAdd preview={preview} /> : <LinesToPaste preview={preview} />;
}

interface IncludeChangesProps extends PreviewProps {
  readonly isBusy: boolean;
  readonly onAgree: () => void;
  readonly onRecheck: () => void;
  readonly onClose: () => void;
}

/** The change of the SSH config to confirm, or to make by hand. */
export function IncludeChanges(props: IncludeChangesProps) {
  const { preview, isBusy, onAgree, onRecheck, onClose } = props;
  const canAdd = isAddable(preview);
  return (
    <>
      <IncludeLines preview={preview} />
      <div className="flex flex-wrap gap-2">
        {(canAdd || isToPaste(preview)) && (
          <Button
            busyLabel={canAdd ? text.adding : text.rechecking}
            isBusy={isBusy}
            label={canAdd ? text.add : text.recheck}
            onClick={canAdd ? onAgree : onRecheck}
            tone={canAdd ? 'primary' : 'plain'}
          />
        )}
        <Button label={canAdd ? text.cancel : text.close} onClick={onClose} />
      </div>
    </>
  );
}
