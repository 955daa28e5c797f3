import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { SwappedWords } from './swapped-words.tsx';

const TONES = {
  primary: 'bg-accent text-on-accent px-2.5 hover:opacity-90',
  plain: 'border border-edge px-2.5 hover:bg-hover',
  danger: 'border border-red text-red px-2.5 hover:bg-red-wash',
  link: 'text-accent underline-offset-2 hover:underline',
} as const;

interface ButtonProps {
  readonly tone?: keyof typeof TONES;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  /** What it says while it is busy; left out: the same. */
  readonly busyWords?: string;
  /** On hover, such as its key. */
  readonly hint?: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A button with words. While busy it keeps its place and its focus, and does nothing. */
export function Button({
  tone = 'plain',
  type = 'button',
  isBusy = false,
  busyWords,
  hint,
  onClick,
  children,
}: ButtonProps) {
  const size = tone === 'link' ? '-my-0.5 min-h-6' : 'min-h-8';
  return (
    <button
      aria-disabled={isBusy}
      className={`${size} max-w-full shrink-0 whitespace-nowrap rounded-md font-medium max-[359px]:whitespace-normal aria-disabled:opacity-60 ${TONES[tone]}`}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
      title={hint}
      type={type}
    >
      {busyWords !== undefined && typeof children === 'string' ? (
        <SwappedWords isOther={isBusy} other={busyWords} usual={children} />
      ) : (
        children
      )}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  /** What it does, for screen readers and on hover. */
  readonly label: string;
  readonly hint?: string;
  readonly onClick: () => void;
}

/** A button with a drawing alone, 28 px square. */
export function IconButton({ icon, label, hint, onClick }: IconButtonProps) {
  return (
    <button
      aria-label={label}
      className="-my-1 grid size-7 shrink-0 place-items-center rounded-md text-quiet hover:bg-hover hover:text-ink"
      onClick={onClick}
      title={hint ?? label}
      type="button"
    >
      <Icon name={icon} />
    </button>
  );
}
