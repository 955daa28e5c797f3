import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { IncludeByHand, IncludeConsent } from './include-preview.tsx';
import { type IncludeChange, type IncludePreview, messages } from './messages.ts';

const text = messages.names;

type View =
  | { readonly kind: 'state'; readonly result: string }
  | { readonly kind: 'preview'; readonly preview: IncludePreview };

const INITIAL: View = { kind: 'state', result: '' };

/** Adds our Include to the user's SSH config, after showing the change, and removes it. */
export function ShortNames() {
  const include = useApp(({ ssh }) => ssh.include);
  const [view, setView] = useState(INITIAL);
  const { isBusy, refusal, ask } = useRequest();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The pressed button may be gone with the old view.
    if (shown.current !== view) box.current?.focus();
    shown.current = view;
  }, [view]);

  const look = async () => {
    const answer = await ask(bridge.previewInclude());
    if (answer.ok) setView({ kind: 'preview', preview: answer.value });
  };
  const change = async (kind: 'added' | 'removed', request: Promise<Answer<IncludeChange>>) => {
    const answer = await ask(request);
    setView({ kind: 'state', result: answer.ok ? text.changeResult(kind, answer.value) : '' });
  };

  const preview = view.kind === 'preview' ? view.preview : null;
  const byHand = preview === null ? null : text.pasteInstructions(preview);
  const action = text.actions[include];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box} tabIndex={-1}>
      {view.kind === 'state' && (
        <>
          <p>{text.states[include]}</p>
          <div className="flex flex-wrap gap-2">
            {action !== null && (
              <Button isBusy={isBusy} onClick={() => void look()}>
                {action}
              </Button>
            )}
            {(include === 'active' || include === 'notFirst') && (
              <Button
                isBusy={isBusy}
                onClick={() => void change('removed', bridge.removeInclude())}
              >
                {text.remove}
              </Button>
            )}
          </div>
        </>
      )}
      {preview !== null && byHand === null && (
        <IncludeConsent
          isBusy={isBusy}
          onAgree={() => void change('added', bridge.addInclude())}
          onCancel={() => setView(INITIAL)}
          preview={preview}
        />
      )}
      {preview !== null && byHand !== null && (
        <IncludeByHand
          instructions={byHand}
          isBusy={isBusy}
          onClose={() => setView(INITIAL)}
          onRecheck={() => void look()}
          preview={preview}
        />
      )}
      <p className="break-words text-small select-text empty:hidden" role="status">
        {view.kind === 'state' && view.result}
      </p>
      <RefusalText refusal={refusal} />
    </div>
  );
}
