import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { Button, Icon, IconButton, RefusalText, useRequest } from '../../ui/index.ts';
import type { Banner, BannerStep } from './banners.ts';
import { dismiss } from './dismissals.ts';
import { SnoozeMenu } from './snooze-menu.tsx';

const TONES = {
  money: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  trouble: { wash: 'bg-amber-wash', mark: 'text-amber', icon: 'warning' },
  quiet: { wash: '', mark: 'text-quiet', icon: 'info' },
} as const;

function Step({ step }: { readonly step: BannerStep }) {
  const { isBusy, refusal, ask } = useRequest<void>();
  switch (step.kind) {
    case 'snooze':
      return <SnoozeMenu alertId={step.alertId} />;
    case 'signIn':
      return (
        <Button onClick={() => go({ kind: 'signIn', accountId: step.accountId })} tone="link">
          Sign in
        </Button>
      );
    case 'refresh':
      return (
        <>
          <Button
            isBusy={isBusy}
            onClick={() => ask(bridge.refresh({ accountId: step.accountId }))}
            tone="link"
          >
            Refresh
          </Button>
          <RefusalText refusal={refusal} />
        </>
      );
    case 'dismissNotice':
      return (
        <IconButton icon="close" label="Dismiss" onClick={() => ask(bridge.dismissNotice())} />
      );
    case 'dismiss':
      return <IconButton icon="close" label="Dismiss" onClick={() => dismiss(step.what)} />;
  }
}

/** One thing to know, with its next step at the right. */
export function BannerStrip({ banner }: { readonly banner: Banner }) {
  const { wash, mark, icon } = TONES[banner.tone];
  return (
    <li className={`flex flex-wrap items-start gap-x-2 border-line border-b px-4 py-2 ${wash}`}>
      <span className={`mt-0.5 ${mark}`}>
        <Icon name={icon} />
      </span>
      <p className="min-w-0 grow basis-0 select-text break-words">
        {banner.sentence}
        {banner.action !== null && <span className="text-quiet"> {banner.action}</span>}
      </p>
      {banner.step !== null && <Step step={banner.step} />}
    </li>
  );
}
