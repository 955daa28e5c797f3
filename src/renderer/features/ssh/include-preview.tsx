import type { NamePattern } from '../../../shared/ssh/ssh-state.ts';
import { usePreferences } from '../../preferences.ts';
import { Button, CopyField, RefusalText } from '../../ui/index.ts';
import { type IncludePreview, messages } from '../settings/messages.ts';

const text = messages.names;

interface PreviewProps {
  readonly preview: IncludePreview;
}

function LinesToAdd({ preview }: PreviewProps) {
  const { path, target, lines } = preview;
  return (
    <>
      <p>
        {text.willAdd(lines.length)} <span className="code-font break-words">{path}</span>
        {target !== path && (
          <>
            , {text.linkTo} <span className="code-font break-words">{target}</span>
          </>
        )}
        :
      </p>
      <p className="code-font break-words whitespace-pre-wrap select-text">{lines.join('\n')}</p>
      <p className="text-quiet text-small">
        {text.keptFile} {text.undo}
      </p>
    </>
  );
}

/** Whether the lines are missing in a file that GPU Tray must not or cannot change. */
export function isToPaste({ state, lines }: IncludePreview): boolean {
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

export function isAddable(preview: IncludePreview): boolean {
  return text.pasteInstructions(preview) === null;
}

interface Prefixed {
  /** Called once short names have another prefix. */
  readonly onPrefix: () => void;
}

function PatternNote({ pattern, onPrefix }: Prefixed & { readonly pattern: NamePattern }) {
  const { refusal, change } = usePreferences();
  const { options, other } = pattern;
  const choose = async (namePrefix: string) => {
    if ((await change({ namePrefix })).ok) onPrefix();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <p className="break-words" role="status">
        {text.pattern(pattern)}
      </p>
      <p className="code-font break-words whitespace-pre-wrap select-text">{options.join('\n')}</p>
      {other !== null && <Button label={text.otherPrefix(other)} onClick={() => choose(other)} />}
      <RefusalText refusal={refusal} />
    </div>
  );
}

/** The lines to add, or to paste where GPU Tray cannot add them. */
export function IncludeLines({ preview, onPrefix }: PreviewProps & Prefixed) {
  const { pattern } = preview;
  return (
    <>
      {pattern !== null && <PatternNote onPrefix={onPrefix} pattern={pattern} />}
      {isAddable(preview) ? <LinesToAdd preview={preview} /> : <LinesToPaste preview={preview} />}
    </>
  );
}
