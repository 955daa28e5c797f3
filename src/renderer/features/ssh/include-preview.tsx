import type { NamePattern } from '../../../shared/ssh/ssh-state.ts';
import { usePreferences } from '../../preferences.ts';
import { Button, CopyField, RefusalText } from '../../ui/index.ts';
import { type IncludePreview, messages } from '../settings/messages.ts';

const text = messages.names;

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
export function IncludeLines({
  preview,
  onPrefix,
}: Prefixed & { readonly preview: IncludePreview }) {
  const { path, target, lines, obstacle, pattern } = preview;
  if (lines.length === 0) return <p role="status">{obstacle}</p>;
  return (
    <>
      {pattern !== null && <PatternNote onPrefix={onPrefix} pattern={pattern} />}
      <p className="break-words select-text" role="status">
        {obstacle === null ? text.willAdd(lines.length) : text.paste(obstacle)}{' '}
        <span className="code-font">{path}</span>
        {target !== path && (
          <>
            , {text.linkTo} <span className="code-font">{target}</span>
          </>
        )}
        :
      </p>
      {obstacle === null ? (
        <>
          <p className="code-font break-words whitespace-pre-wrap select-text">
            {lines.join('\n')}
          </p>
          <p className="text-quiet text-small">{text.keptFile}</p>
        </>
      ) : (
        <CopyField
          hint={text.linesHint}
          label={text.lines}
          name="includeLines"
          value={lines.join('\n')}
        />
      )}
    </>
  );
}
