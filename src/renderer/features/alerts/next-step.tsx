import { type Alert, SNOOZES, type Snooze } from '../../../shared/alerts/alert.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
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
import { messages } from './messages.ts';
import { useStrip } from './strip.ts';

interface SnoozeMenuProps {
  readonly alerts: readonly Alert[];
  readonly label: string;
}

export function SnoozeMenu({ alerts, label }: SnoozeMenuProps) {
  const { refusal, ask } = useRequest();
  const snoozeAll = async (snooze: Snooze) => {
    for (const { id } of alerts)
      if (!(await ask(bridge.snoozeAlert({ alertId: id, snooze }))).ok) return;
  };
  const items: MenuItem[] = SNOOZES.map((snooze) => ({
    label: messages.steps.snoozes[snooze],
    onChoose: () => void snoozeAll(snooze),
  }));
  return (
    <>
      <Menu items={items} label={label} />
      <RefusalText refusal={refusal} />
    </>
  );
}

/** Mutes the VM of an alert, or an alert without one until it ends. */
function Mute({ alert: { id, accountId, vmId, name } }: { readonly alert: Alert }) {
  const { mute, muteVm, muteUntilEnded } = messages.steps;
  const isVm = accountId !== null && vmId !== null;
  return (
    <RequestButton
      hint={isVm ? muteVm(name ?? '') : muteUntilEnded}
      label={mute}
      request={() =>
        isVm
          ? bridge.muteVm({ accountId, vmId, isMuted: true })
          : bridge.snoozeAlert({ alertId: id, snooze: 'ended' })
      }
    />
  );
}

export function Step({ step }: { readonly step: NextStep }) {
  switch (step.kind) {
    case 'snooze':
      return (
        <>
          <SnoozeMenu alerts={[step.alert]} label={messages.steps.snooze} />
          <Mute alert={step.alert} />
        </>
      );
    case 'signIn':
    case 'anotherKey':
      return (
        <Button
          label={messages.steps[step.kind]}
          onClick={() => go({ kind: 'signIn', accountId: step.accountId })}
          tone={step.kind === 'signIn' ? 'primary' : 'link'}
        />
      );
    case 'refresh':
    case 'openLoginPage': {
      const request = () =>
        step.kind === 'refresh'
          ? bridge.refresh({ accountId: step.accountId })
          : bridge.openLoginPage({ accountId: step.accountId });
      return <RequestButton label={messages.steps[step.kind]} request={request} />;
    }
    case 'setUpNames':
      return (
        <>
          <Button
            label={messages.steps.setUp}
            onClick={() => go({ kind: 'settings' }, 'sshNames')}
            tone="link"
          />
          <RequestButton
            label={messages.steps.notNow}
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
      return <IconButton icon="close" label={messages.steps.dismiss} onClick={close} />;
    }
  }
}
