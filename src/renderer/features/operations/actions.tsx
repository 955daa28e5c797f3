import { useEffect, useEffectEvent } from 'react';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import { printable } from '../../../shared/format/index.ts';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import {
  operationConfirmation,
  overdueDetail,
} from '../../../shared/operations/operation-texts.ts';
import { operationLabel, vmOperations } from '../../../shared/operations/operations.ts';
import { serviceName, stopLackOf } from '../../../shared/providers/providers.ts';
import { detailsMenu } from '../../../shared/vms/vm-menu.ts';
import { actOnVm } from '../../act-on-vm.ts';
import {
  bridge,
  replaceScreen,
  useApp,
  useHiding,
  useNavigation,
  type VmOfAccount,
} from '../../store.ts';
import { Button, Menu, RefusalText, ScreenSection, Sheet, useRequest } from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { useAutoStop } from '../auto-stop/stop-later.tsx';
import { LaunchAgain } from '../launch/launch-buttons.tsx';
import { ActStatus, TerminalButton, useLoginWays } from '../ssh/login-section.tsx';
import { menuItems } from '../vms/row-menu.tsx';
import { menuLabel } from '../vms/row-texts.ts';
import { type OperationSheetProps, StopSheet } from './stop-sheet.tsx';

function OperationSheet(props: OperationSheetProps) {
  const { operation, vm, target, send, onCancel } = props;
  const hide = useHiding();
  if (operation === 'stop' || operation === 'later') return <StopSheet {...props} />;
  const { title, effects, isTyped } = operationConfirmation(operation, vm);
  return (
    <Sheet
      effects={effects.map((effect) => <p key={effect}>{hide(effect)}</p>)}
      label={operationLabel(operation, vm)}
      onCancel={onCancel}
      onConfirm={() => send(bridge.operateVm({ ...target, operation }))}
      title={title}
      tone={operation === 'start' ? 'primary' : 'danger'}
      typedName={isTyped ? vmName(vm) : null}
    />
  );
}

/** The VM's buttons in a row, as far as the provider can, and the sheet of the operation that is asked for. */
export function Actions(own: VmOfAccount) {
  const { vm, account, target, vmKey } = own;
  const { mayLogIn, hasTerminal, hasConsole } = useLoginWays(vm, account);
  const operation = useNavigation(
    ({ screen }) => (screen.kind === 'vm' && screen.operation) || null,
  );
  const app = useApp((state) => state);
  // A VM that may be gone has no operations.
  const offered = vm.phase === 'unconfirmed' ? [] : vmOperations(app, account, vm);
  const pending = app.operations[vmKey];
  const refused = app.refusedWrites[account.id];
  // Not in the sheet, which closes when the request is sent.
  const { refusal, ask } = useRequest();
  const openConsole = { kind: 'openConsole', input: { accountId: account.id } } as const;
  const autoStop = useAutoStop(own);
  const isPossible = (one: VmOperation | 'later') =>
    one === 'later' ? autoStop !== undefined : refused === undefined && offered.includes(one);
  const opened = operation !== null && isPossible(operation) ? operation : null;
  const close = () => replaceScreen({ kind: 'vm', ...target });
  const closeOutdated = useEffectEvent(close);
  const isOutdated = operation !== opened;
  // Otherwise the sheet would open again as soon as the operation is offered again.
  useEffect(() => {
    if (isOutdated) closeOutdated();
  }, [isOutdated]);
  const reasons = refusal === null ? new Set(Object.values(vm.refusals ?? {})) : [];
  const send = (request: Promise<Answer<void>>) => {
    close();
    void ask(request);
  };
  const buttonOf = (one: VmOperation) => (
    <Button
      hint={refused}
      isDisabled={refused !== undefined}
      key={one}
      label={`${operationLabel(one, vm)}…`}
      onClick={() => replaceScreen({ kind: 'vm', ...target, operation: one })}
      tone={one === 'start' ? 'primary' : 'plain'}
    />
  );
  return (
    <ScreenSection isTitleHidden className="flex flex-wrap items-center gap-2" title="Actions">
      {mayLogIn && hasTerminal && <TerminalButton target={target} />}
      {!mayLogIn && !offered.includes('start') && hasConsole && (
        <Button
          label="Open console"
          onClick={() => void actOnVm(target, openConsole)}
          tone="primary"
        />
      )}
      {offered.filter((one) => one !== 'destroy').map(buttonOf)}
      {stopLackOf(account) !== null && autoStop === null && (
        <Button
          label="Remind me…"
          onClick={() => replaceScreen({ kind: 'vm', ...target, operation: 'later' })}
        />
      )}
      <LaunchAgain {...target} />
      <Menu
        isDots
        items={menuItems(detailsMenu(app, account, vm), target)}
        label={menuLabel(vmName(vm))}
      />
      <ActStatus target={target} />
      {/* Why an operation failed, is not confirmed or not possible, below the row of buttons. */}
      {refusal === null && pending?.isOverdue && (
        <p className="order-last basis-full text-amber" role="status">
          {pending.answer ?? overdueDetail(pending.operation, null, serviceName([account]))}
        </p>
      )}
      {[...reasons].map((reason) => (
        <p className="order-last basis-full text-quiet" key={reason}>
          Not possible now: {printable(reason)}
        </p>
      ))}
      <RefusalText refusal={refusal} />
      <AdvisedConsole accountId={account.id} advice={refusal?.action ?? null} />
      {opened !== null && (
        <OperationSheet {...own} onCancel={close} operation={opened} send={send} />
      )}
    </ScreenSection>
  );
}
