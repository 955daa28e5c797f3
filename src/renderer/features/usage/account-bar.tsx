import { accountNames } from '../../../shared/accounts/index.ts';
import { formatMoney, formatRate } from '../../../shared/format/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
import { useApp } from '../../store.ts';
import { TINTS } from '../../ui/tints.ts';
import { toggleAccount, useListView } from '../vms/list-view.ts';

/** The rate as one bar of the accounts, each with its mark and amount. A click filters the list; what does not fit wraps out of sight. */
export function AccountBar() {
  const { byAccount } = useApp(figuresOf);
  const names = accountNames(useApp((app) => app.accounts));
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const query = useListView((view) => view.query);
  return (
    <ul className="col-span-full flex h-4 flex-wrap gap-x-2 gap-y-1 overflow-hidden text-quiet">
      {byAccount.map(({ accountId, rate }, index) => {
        const { name, mark } = names.get(accountId) ?? { name: '', mark: '' };
        return (
          <li className="flex h-4" key={accountId} style={{ flexGrow: rate ?? 0 }}>
            <button
              aria-pressed={query === `@${name}`}
              className="flex grow items-center gap-1 rounded-sm outline-offset-[-2px] hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
              onClick={() => toggleAccount(name)}
              title={hideAmounts ? name : `${name} ${formatRate(rate)}`}
              type="button"
            >
              <span
                aria-hidden="true"
                className="h-2 min-w-1 grow"
                style={{ backgroundColor: TINTS[index] ?? TINTS.at(-1) }}
              />
              <span aria-hidden="true" className="account-mark">
                {mark}
              </span>
              <span className="sr-only">{name} </span>
              {!hideAmounts && <span>{formatMoney(rate).replace('$', '')}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
