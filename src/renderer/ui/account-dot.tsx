import type { AccountColor } from '../../shared/app/index.ts';

/** The color of an account, beside its name. */
export function AccountDot({ color }: { readonly color: AccountColor }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block size-2.5 shrink-0 rounded-full forced-color-adjust-none bg-account-${color}`}
    />
  );
}
