import { type Alert, SNOOZES, type Snooze } from '../../../shared/alerts/alert.ts';
import { bridge, go } from '../../store.ts';
import {
  Button,
  IconButton,
  Menu,
  type MenuItem,
  RefusalText,
  RequestButton,
  useRequest,
} from '../../ui/index.ts';
import type { NextStep } from './banners.ts';
import { useStrip } from './strip.ts';

const SNOOZE_LABELS = { hour: '1 hour', tomorrow: 'Until tomorrow' } as const;

export function SnoozeMenu({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { refusal, ask } = useRequest();
  const snoozeAll = async (snooze: Snooze) => {
    for (const { id } of alerts)
      if (!(await ask(bridge.snoozeAlert({ alertId: id, snooze }))).ok) return;
  };
  const items: MenuItem[] = SNOOZES.map((snooze) => ({
    label: SNOOZE_LABELS[snooze],
    onChoose: () => void snoozeAll(snooze),
  }));
  return (
    <>
      <Menu items={items} label={alerts.length > 1 ? 'Snooze all' : 'Snooze'} />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function Step({ step }: { readonly step: NextStep }) {
  switch (step.kind) {
    case 'snooze': {
      const { id, accountId, vmId, name } = step.alert;
      const vm = accountId === null || vmId === null ? null : { accountId, vmId };
      return (
        <>
          <SnoozeMenu alerts={[step.alert]} />
          <RequestButton
            hint={vm ? `Mute all alerts of ${name ?? ''}` : 'Mute until this alert ends'}
            label="Mute"
            request={() =>
              vm
                ? bridge.muteVm({ ...vm, isMuted: true })
                : bridge.snoozeAlert({ alertId: id, snooze: 'ended' })
            }
          />
        </>
      );
    }
    case 'signIn':
    case 'anotherKey':
      return (
        <Button
          label={step.kind === 'signIn' ? 'Sign in' : 'Use another key'}
          onClick={() => go({ kind: 'signIn', accountId: step.accountId })}
          tone={step.kind === 'signIn' ? 'primary' : 'link'}
        />
      );
    case 'refresh': {
      const { accountId } = step;
      return <RequestButton label="Try again" request={() => bridge.refresh({ accountId })} />;
    }
    case 'openLoginPage': {
      const open = () => bridge.openLoginPage({ accountId: step.accountId });
      return <RequestButton label="Open login page" request={open} />;
    }
    case 'setUpNames':
      return (
        <>
          <Button
            label="Set up…"
            onClick={() => go({ kind: 'settings' }, 'sshNames')}
            tone="link"
          />
          <RequestButton
            label="Not now"
            request={() => bridge.changePreferences({ offerShortNames: 'never' })}
          />
        </>
      );
    case 'dismiss': {
      const { what } = step;
      const close = () =>
        what === 'notice'
          ? bridge.dismissNotice()
          : useStrip.setState(({ dismissed }) => ({ dismissed: [...dismissed, what] }));
      return <IconButton icon="close" label="Dismiss" onClick={close} />;
    }
  }
}
