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
  /** At least one. */
  readonly alerts: readonly Alert[];
  readonly label: string;
}

/** Snoozes alerts. */
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
export function Mute({ alert: { id, accountId, vmId, name } }: { readonly alert: Alert }) {
  const { isBusy, refusal, ask } = useRequest();
  const isVm = accountId !== null && vmId !== null;
  const mute = () =>
    ask(
      isVm
        ? bridge.muteVm({ accountId, vmId, isMuted: true })
        : bridge.snoozeAlert({ alertId: id, snooze: 'ended' }),
    );
  const hint = isVm ? messages.steps.muteVm(name ?? '') : messages.steps.muteUntilEnded;
  return (
    <>
      <Button hint={hint} isBusy={isBusy} label={messages.steps.mute} onClick={mute} tone="link" />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function Step({ step }: { readonly step: NextStep }) {
  const { isBusy, refusal, ask } = useRequest();
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
    case 'setUpNames': {
      const answer = () => ask(bridge.changePreferences({ offerShortNames: 'never' }));
      const setUp = async () => {
        if ((await answer()).ok) go({ kind: 'settings' }, 'sshNames');
      };
      return (
        <>
          <Button isBusy={isBusy} label={messages.steps.setUp} onClick={setUp} tone="link" />
          <Button isBusy={isBusy} label={messages.steps.notNow} onClick={answer} tone="link" />
          <RefusalText refusal={refusal} />
        </>
      );
    }
    case 'dismiss': {
      const { what } = step;
      const close = () =>
        what === 'notice'
          ? ask(bridge.dismissNotice())
          : useStrip.setState(({ dismissed }) => ({ dismissed: [...dismissed, what] }));
      return <IconButton icon="close" label={messages.steps.dismiss} onClick={close} />;
    }
  }
}
