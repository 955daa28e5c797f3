import { hasSeveralProviders } from '../../../shared/accounts/index.ts';
import { largestFirst } from '../../../shared/domain/rank.ts';
import { formatRate } from '../../../shared/format/index.ts';
import { figuresOf } from '../../../shared/usage/figures.ts';
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

/** A narrow panel has room for one provider, a wide panel for all, others for two, or for a single long name. The rest are counted. */
const NARROW = 1;
const USUAL = 2;
const NOT_NARROW = 'max-[359px]:hidden';
const ONLY_WIDE = 'max-[639px]:hidden';

/** The rate of each provider, the highest first where there are more than two, separated by dots. */
function RateSplit({ isFirst }: SplitProps) {
  const { byService: all } = useApp(figuresOf);
  const { hideAmounts } = useApp((app) => app.preferences);
  const isMany = all.length > USUAL;
  const sorted = isMany ? all.toSorted((a, b) => largestFirst(a.rate, b.rate)) : all;
  const isLong = ({ service }: (typeof all)[number]) => service.length > SHORT;
  const usual = isMany && sorted.slice(0, USUAL).some(isLong) ? NARROW : USUAL;
  const visibility = (index: number) =>
    index < NARROW ? '' : index < usual ? NOT_NARROW : ONLY_WIDE;
  const shown = sorted.map((each, index) => (
    <span
      className={`flex min-w-0 whitespace-pre ${isLong(each) ? '' : 'shrink-0'} ${visibility(index)}`}
      key={each.service}
    >
      {(index > 0 || !isFirst) && ' · '}
      <span className="one-line min-w-0" title={each.service}>
        {each.service}
      </span>
      <span className="shrink-0">
        {' '}
        <Money amount={each.rate} />
      </span>
    </span>
  ));
  function counted(from: number, className: string) {
    const rest = sorted.slice(from).map(({ service, rate }) => {
      const amount = rate === null || hideAmounts ? '' : ` ${formatRate(rate)}`;
      return `${service}${amount}`;
    });
    if (rest.length === 0) return null;
    return (
      <span className={`shrink-0 whitespace-pre ${className}`} title={rest.join(' · ')}>
        {` · +${rest.length}`}
      </span>
    );
  }
  return (
    <>
      {shown}
      {counted(NARROW, 'min-[360px]:hidden')}
      {counted(usual, `${NOT_NARROW} min-[640px]:hidden`)}
    </>
  );
}

interface HintProps {
  readonly limit: number | null;
}

/** On hover of the rate: what it lacks, and the limit, in whose place the rate of each provider is. */
function RateHint({ limit }: HintProps) {
  const text = useApp((app) => {
    const { hideAmounts } = app.preferences;
    const hasLimit = limit !== null && !hideAmounts && hasSeveralProviders(app.accounts);
    return [
      ...(hasLimit ? [`${messages.limit} ${formatRate(limit)}.`] : []),
      ...(figuresOf(app).isAtLeast ? [rateAtLeast] : []),
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
