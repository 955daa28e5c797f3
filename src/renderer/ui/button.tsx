import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const TONES = {
  primary: 'bg-accent text-on-accent px-3 hover:opacity-90',
  plain: 'border border-edge px-3 hover:bg-hover',
  danger: 'border border-red text-red px-3 hover:bg-red-wash',
  link: 'text-accent underline-offset-2 hover:underline',
} as const;

interface ButtonProps {
  readonly tone?: keyof typeof TONES;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A button with words. While busy it keeps its place and its focus, and does nothing. */
export function Button({
  tone = 'plain',
  type = 'button',
  isBusy = false,
  onClick,
  children,
}: ButtonProps) {
  const size = tone === 'link' ? '-my-0.5 min-h-6' : 'min-h-8';
  return (
    <button
      aria-disabled={isBusy}
      className={`${size} shrink-0 whitespace-nowrap rounded-md font-medium aria-disabled:opacity-60 ${TONES[tone]}`}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
      type={type}
    >
      {children}
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
