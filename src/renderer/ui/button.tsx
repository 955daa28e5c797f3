import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const TONES = {
  primary: 'bg-accent text-on-accent px-2.5 hover:opacity-90',
  plain: 'border border-edge px-2.5 hover:bg-hover',
  danger: 'border border-red text-red px-2.5 hover:bg-red-wash',
  link: 'text-accent underline-offset-2 hover:underline',
} as const;

export interface ButtonProps {
  readonly label: ReactNode;
  readonly tone?: keyof typeof TONES;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  /** Looks and acts like a busy button; `hint` says why. */
  readonly isDisabled?: boolean;
  /** In place of the label, by default while busy; the button is always as wide as the longer one. */
  readonly otherLabel?: string | undefined;
  readonly isOther?: boolean;
  readonly hint?: string | undefined;
  readonly onClick?: () => void;
}

/** A text button. While busy it keeps its size and focus and ignores clicks. */
export function Button({
  label,
  tone = 'plain',
  type = 'button',
  isBusy = false,
  isDisabled = isBusy,
  otherLabel,
  isOther = isBusy,
  hint,
  onClick,
}: ButtonProps) {
  const size = tone === 'link' ? '-my-0.5 min-h-6' : 'min-h-7';
  return (
    <button
      aria-disabled={isDisabled}
      className={`${size} max-w-full shrink-0 whitespace-nowrap rounded-md font-medium max-[359px]:whitespace-normal aria-disabled:opacity-60 ${TONES[tone]}`}
      onClick={(event) => {
        // The second click of a double click may meet another question than the first one.
        const isSecond = type === 'submit' && event.detail > 1;
        if (isDisabled || isSecond) event.preventDefault();
        else onClick?.();
      }}
      title={hint}
      type={type}
    >
      {otherLabel === undefined ? (
        label
      ) : (
        <span className="grid">
          <span className={`[grid-area:1/1] ${isOther ? 'invisible' : ''}`}>{label}</span>
          <span className={`[grid-area:1/1] ${isOther ? '' : 'invisible'}`}>{otherLabel}</span>
        </span>
      )}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly onClick: () => void;
}

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
