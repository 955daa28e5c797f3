import { appRateByService } from '../../../shared/usage/index.ts';
import { useApp } from '../../store.ts';
import { Money } from '../../ui/index.ts';

/** The rate of each provider, with the host of a service by URL. @param isFirst nothing precedes it */
export function RateSplit({ isFirst }: { readonly isFirst: boolean }) {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  return appRateByService({ accounts, snapshots }).map(({ service, rate }, index) => (
    <span className="whitespace-pre" key={service}>
      {(index > 0 || !isFirst) && ' · '}
      {service} <Money amount={rate} />
    </span>
  ));
}
