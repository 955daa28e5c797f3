import { type ReactNode, useEffect, useRef } from 'react';
import { goBack } from '../store.ts';
import { IconButton } from './button.tsx';

interface TitledProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A screen with a back button and a title that takes the focus. */
export function ScreenFrame({ title, children }: TitledProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field may have the focus already.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center gap-1 border-line border-b px-2">
        <IconButton hint="Back (Esc)" icon="back" label="Back" onClick={goBack} />
        <h1
          className="one-line font-semibold text-title"
          dir="auto"
          ref={heading}
          tabIndex={-1}
          title={title}
        >
          {title}
        </h1>
      </header>
      <main className="min-h-0 grow overflow-y-auto px-4 pt-3 pb-[calc(12px+var(--strip,0px))]">
        {children}
      </main>
    </div>
  );
}

interface LoadingProps {
  readonly title: string;
  /** px, about as high as the content. */
  readonly height: number;
}

export function Loading({ title, height }: LoadingProps) {
  return (
    <div aria-busy="true" className="py-2">
      <p className="sr-only" role="status">
        {title}
      </p>
      <div className="skeleton" style={{ height }} />
    </div>
  );
}

interface SectionProps extends TitledProps {
  readonly isTitleHidden?: boolean;
  readonly className?: string;
}

export function ScreenSection({ title, isTitleHidden, className, children }: SectionProps) {
  const layout = className ?? 'grid grid-cols-[minmax(0,1fr)]';
  return (
    <section aria-label={title} className={`pb-5 last:pb-0 ${layout}`}>
      <h2 className={isTitleHidden ? 'sr-only' : 'pb-1 text-quiet text-tiny'}>{title}</h2>
      {children}
    </section>
  );
}
