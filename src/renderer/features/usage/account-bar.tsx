import { accountNames } from '../../../shared/accounts/index.ts';
import { formatMoney, formatRate } from '../../../shared/format/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { useApp } from '../../store.ts';
import { toggleAccount, useListView } from '../vms/list-view.ts';

/** The tints of the accent for the parts of a bar; gray, the last, is for all others. In this file, so that the header loads no second one. */
export const TINTS = [
  ...[100, 80, 62, 46, 32].map(
    (percent) => `color-mix(in oklab, var(--color-accent) ${percent}%, var(--color-paper))`,
  ),
  'var(--color-edge)',
];

/** The rate as one bar of the accounts, with their marks and amounts. A click filters the list; what does not fit wraps out of sight. */
export function AccountBar() {
  const { byAccount } = useApp(figuresOf);
  const accounts = useApp((app) => app.accounts);
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const query = useListView((view) => view.query);
  const names = accountNames(accounts);
  const parts = byAccount.map(({ accountId, rate }, index) => {
    const name = names.get(accountId);
    return {
      accountId,
      rate,
      name,
      isChosen: query === `@${name?.name}`,
      tint: TINTS[index] ?? TINTS.at(-1),
      title: hideAmounts ? name?.name : `${name?.name} ${formatRate(rate)}`,
      onClick: () => toggleAccount(name?.name ?? ''),
    };
  });
  return (
    <div className="col-span-full flex h-4 gap-2">
      <div aria-hidden="true" className="flex shrink-0 grow basis-20 gap-px">
        {parts.map(({ accountId, rate, tint, title, onClick }) => (
          <button
            className="min-w-0.5 py-1 [background-clip:content-box]"
            hidden={!rate}
            key={accountId}
            onClick={onClick}
            style={{ flexGrow: rate ?? 0, backgroundColor: tint }}
            tabIndex={-1}
            title={title}
            type="button"
          />
        ))}
      </div>
      <ul className="flex min-w-0 shrink flex-wrap justify-end gap-x-2 gap-y-1 overflow-hidden text-quiet">
        {parts.map(({ accountId, rate, name, isChosen, title, onClick }) => (
          <li className="flex h-4" key={accountId}>
            <button
              aria-pressed={isChosen}
              className="flex items-baseline gap-1 rounded-sm outline-offset-[-2px] hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
              onClick={onClick}
              title={title}
              type="button"
            >
              <span aria-hidden="true" className="account-mark">
                {name?.mark}
              </span>
              <span className="sr-only">{name?.name} </span>
              {!hideAmounts && <span>{formatMoney(rate).replace('$', '')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
