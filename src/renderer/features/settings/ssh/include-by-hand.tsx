import { Button, TextArea } from '../../../ui/index.ts';
import type { IncludePreview } from './include-words.ts';

interface IncludeByHandProps {
  readonly preview: IncludePreview;
  /** Why by hand, and where. */
  readonly words: string;
  readonly isBusy: boolean;
  readonly onLookAgain: () => void;
  readonly onClose: () => void;
}

/** What the user does in their file, where GPU Tray must not or cannot. */
export function IncludeByHand(props: IncludeByHandProps) {
  const { preview, words, isBusy, onLookAgain, onClose } = props;
  const isToPaste = preview.state !== 'active' && preview.lines.length > 0;
  return (
    <>
      <p className="break-words select-text" role="status">
        {words}
      </p>
      {isToPaste && (
        <TextArea
          hint="Selected as soon as you are in it, so that you can copy them."
          label="Lines"
          name="includeLines"
          value={preview.lines.join('\n')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isToPaste && (
          <Button busyWords="Looking…" isBusy={isBusy} onClick={onLookAgain}>
            Look again
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
