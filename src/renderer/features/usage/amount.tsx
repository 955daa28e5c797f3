import { type ComponentProps, useEffect, useState } from 'react';
import type { AppState } from '../../../shared/state/index.ts';
import { useApp } from '../../store.ts';
import { Money, onDemand } from '../../ui/index.ts';

/** Most of the time every amount is known. */
const code = onDemand(() => import('./unknown-amounts.ts'));

type Reasons = typeof import('./unknown-amounts.ts');

interface AmountProps extends Omit<ComponentProps<typeof Money>, 'why'> {
  readonly reasonOf: (reasons: Reasons, app: AppState) => string | null;
}

function UnknownAmount({ reasonOf, ...money }: AmountProps) {
  const [reasons, setReasons] = useState(code.loaded);
  useEffect(() => {
    if (reasons === null) void code.load().then(setReasons);
  }, [reasons]);
  const why = useApp((app) => (reasons === null ? null : reasonOf(reasons, app)));
  return <Money {...money} why={why} />;
}

export function Amount(props: AmountProps) {
  if (props.amount === null) return <UnknownAmount {...props} />;
  const { reasonOf, ...money } = props;
  return <Money {...money} />;
}
