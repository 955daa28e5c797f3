import type { AccountColor } from '../../shared/app/index.ts';

const FILLS: Readonly<Record<AccountColor, string>> = {
  teal: 'bg-account-teal',
  blue: 'bg-account-blue',
  violet: 'bg-account-violet',
  pink: 'bg-account-pink',
  orange: 'bg-account-orange',
  gray: 'bg-account-gray',
};

/** The color of an account, beside its name. */
export function AccountDot({ color }: { readonly color: AccountColor }) {
  return (
    <span
      aria-hidden="true"
      className={`size-2.5 shrink-0 rounded-full forced-color-adjust-none ${FILLS[color]}`}
    />
  );
}
