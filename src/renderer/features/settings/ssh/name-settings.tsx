import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../../shared/ipc/index.ts';
import { bridge } from '../../../bridge.ts';
import { useApp } from '../../../store.ts';
import { RefusalText, useRequest } from '../../../ui/index.ts';
import { IncludeByHand } from './include-by-hand.tsx';
import { IncludeConsent } from './include-consent.tsx';
import {
  changeWords,
  type IncludeChange,
  type IncludePreview,
  pasteWords,
} from './include-words.ts';
import { NameState } from './name-state.tsx';

type View =
  | { readonly kind: 'state'; readonly news: readonly string[] }
  | { readonly kind: 'preview'; readonly preview: IncludePreview };

const QUIET: View = { kind: 'state', news: [] };

/** Whether ssh knows the VMs by name, and the way there and back: nothing is written that was not shown before. */
export function NameSettings() {
  const include = useApp(({ ssh }) => ssh.include);
  const [view, setView] = useState(QUIET);
  const { isBusy, refusal, ask } = useRequest<IncludePreview | IncludeChange>();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The button that was pressed may be gone with what stood here before.
    if (shown.current !== view) box.current?.focus();
    shown.current = view;
  }, [view]);

  const look = async () => {
    const preview = await ask(bridge.previewInclude());
    if (preview !== undefined && 'lines' in preview) setView({ kind: 'preview', preview });
  };
  const change = async (kind: 'added' | 'removed', request: Promise<Answer<IncludeChange>>) => {
    const answer = await ask(request);
    const isDone = answer !== undefined && 'isSeen' in answer;
    setView({ kind: 'state', news: isDone ? changeWords(kind, answer) : [] });
  };

  const preview = view.kind === 'preview' ? view.preview : null;
  const byHand = preview === null ? null : pasteWords(preview);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box} tabIndex={-1}>
      {view.kind === 'state' && (
        <NameState
          include={include}
          isBusy={isBusy}
          onAdd={() => void look()}
          onRemove={() => void change('removed', bridge.removeInclude())}
        />
      )}
      {preview !== null && byHand === null && (
        <IncludeConsent
          isBusy={isBusy}
          onAgree={() => void change('added', bridge.addInclude())}
          onCancel={() => setView(QUIET)}
          preview={preview}
        />
      )}
      {preview !== null && byHand !== null && (
        <IncludeByHand
          isBusy={isBusy}
          onClose={() => setView(QUIET)}
          onLookAgain={() => void look()}
          preview={preview}
          words={byHand}
        />
      )}
      <p className="break-words text-small select-text empty:hidden" role="status">
        {view.kind === 'state' && view.news.join(' ')}
      </p>
      <RefusalText refusal={refusal} />
    </div>
  );
}
