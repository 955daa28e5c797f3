import { hasSeveralProviders } from '../../../shared/accounts/index.ts';
import { largestFirst } from '../../../shared/domain/index.ts';
import { formatRate } from '../../../shared/format/index.ts';
import { appRateByService, appTotals } from '../../../shared/usage/index.ts';
import { useApp } from '../../store.ts';
import { Money } from '../../ui/index.ts';
import { rateAtLeast } from './messages.ts';
import { messages } from './spend-messages.ts';

/** Characters of a name that is never cut. */
const SHORT = 8;

interface SplitProps {
  /** Nothing precedes it. */
  readonly isFirst: boolean;
}

/** Further providers are counted: the line has room for two. */
const SHOWN = 2;

/** The rate of each provider, the highest first, separated by dots. */
function RateSplit({ isFirst }: SplitProps) {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const { hideAmounts, currency } = useApp((app) => app.preferences);
  const all = appRateByService({ accounts, snapshots });
  const sorted = all.toSorted((a, b) => largestFirst(a.rate, b.rate));
  const shown = (all.length > SHOWN ? sorted.slice(0, SHOWN) : all).map(
    ({ service, rate }, index) => (
      <span
        className={`flex min-w-0 whitespace-pre ${service.length > SHORT ? '' : 'shrink-0'}`}
        key={service}
      >
        {(index > 0 || !isFirst) && ' · '}
        <span className="one-line min-w-0" title={service}>
          {service}
        </span>
        <span className="shrink-0">
          {' '}
          <Money amount={rate} />
        </span>
      </span>
    ),
  );
  const rest = sorted.slice(SHOWN).map(({ service, rate }) => {
    const amount = rate === null || hideAmounts ? '' : ` ${formatRate(rate, currency)}`;
    return `${service}${amount}`;
  });
  if (rest.length === 0) return shown;
  return (
    <>
      {shown}
      <span className="shrink-0 whitespace-pre" title={rest.join(' · ')}>
        {` · +${rest.length}`}
      </span>
    </>
  );
}

interface HintProps {
  readonly limit: number | null;
}

/** On hover of the rate: what it lacks, and the limit, in whose place the rate of each provider is. */
function RateHint({ limit }: HintProps) {
  const text = useApp((app) => {
    const { hideAmounts, currency } = app.preferences;
    const hasLimit = limit !== null && !hideAmounts && hasSeveralProviders(app.accounts);
    return [
      ...(hasLimit ? [`${messages.limit} ${formatRate(limit, currency)}.`] : []),
      ...(appTotals(app).isAtLeast ? [rateAtLeast] : []),
    ].join(' ');
  });
  if (text === '') return null;
  return (
    <span className="absolute inset-0" title={text}>
      <span className="sr-only"> {text}</span>
    </span>
  );
}

/** Either of both: the first screen's code has one import for them. */
export function RateMore(props: SplitProps | HintProps) {
  return 'limit' in props ? <RateHint {...props} /> : <RateSplit {...props} />;
}
