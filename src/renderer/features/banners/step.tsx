import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { Button, IconButton, RefusalText, useRequest } from '../../ui/index.ts';
import { dismiss } from './dismissals.ts';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { NextStep } from './trouble.ts';

/** What can be done about it, right there. */
export function Step({ step }: { readonly step: NextStep }) {
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
    case 'anotherKey':
      return (
        <Button onClick={() => go({ kind: 'signIn', accountId: step.accountId })} tone="link">
          Use another key
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
