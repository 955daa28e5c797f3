import type { ReactNode } from 'react';
import { bridge } from '../../bridge.ts';
import { Icon, RefusalText, useCopy } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface CopyValueProps {
  /** What is copied, for screen readers. */
  readonly name: string;
  readonly text: string;
  /** Default: the text. */
  readonly children?: ReactNode;
}

/** A value that a click copies. The check appears beside it. */
export function CopyValue({ name, text, children }: CopyValueProps) {
  const { refusal, isCopied, copy } = useCopy();
  return (
    <>
      <button
        className="group -mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded px-1 text-left break-words hover:bg-hover"
        onClick={() => void copy(bridge.copyText({ text }))}
        title={messages.copyHint}
        type="button"
      >
        <span className="sr-only">{messages.copyOf(name)} </span>
        <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {children ?? text}
        </span>
        <span
          className={
            isCopied
              ? 'text-accent'
              : 'text-quiet opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
          }
        >
          <Icon name={isCopied ? 'done' : 'copy'} />
        </span>
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && messages.copied}
      </span>
      <RefusalText refusal={refusal} />
    </>
  );
}
