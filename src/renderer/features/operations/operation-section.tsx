import { useEffect, useEffectEvent, useState } from 'react';
import type { VmOperation } from '../../../shared/domain/service-profile.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import { printable } from '../../../shared/format/index.ts';
import {
  type Confirmation,
  FIRST_STOP,
  operationConfirmation,
  overdueDetail,
} from '../../../shared/operations/operation-texts.ts';
import { operationLabel, vmOperations } from '../../../shared/operations/operations.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { bridge } from '../../bridge.ts';
import { replaceScreen, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { messages } from '../vms/details-messages.ts';
import { type VmOfAccount, VmSection } from '../vms/vm-section.tsx';
import { Confirm } from './confirm.tsx';

/** Destroy is apart, where no habit leads. */
const OFFERED = {
  usual: ['start', 'stop'],
  destroy: ['destroy'],
} satisfies Record<string, readonly VmOperation[]>;

interface OperationSectionProps extends VmOfAccount {
  readonly kind: keyof typeof OFFERED;
}

/** Starts, stops or destroys the VM, as far as its provider can. */
export function OperationSection({ kind, vm, account }: OperationSectionProps) {
  const of: readonly VmOperation[] = OFFERED[kind];
  /** Its confirmation is open; null: none. */
  const open = useNavigation(({ screen }) => (screen.kind === 'vm' && screen.operation) || null);
  const operation = open !== null && of.includes(open) ? open : null;
  const operations = useApp((app) => app.operations);
  const hideAmounts = useApp((app) => app.preferences.hideAmounts);
  /** The first stop of an account that is not proven is confirmed twice. */
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  // Not in `Confirm`, which closes when the request is sent.
  const { refusal, ask } = useRequest();
  const refused = useApp(({ refusedWrites }) => refusedWrites[account.id]);
  // A VM that may be gone is not offered any.
  const offered =
    vm.phase === 'unconfirmed'
      ? []
      : vmOperations({ operations }, account, vm).filter((one) => of.includes(one));
  const pending = operations[vmKey(account.id, vm.id)];
  const overdue = kind === 'usual' && pending?.isOverdue ? pending : null;
  const target = { accountId: account.id, vmId: vm.id };
  const confirm = (one?: VmOperation) => {
    setIsAskedAgain(false);
    replaceScreen({ kind: 'vm', ...target, ...(one && { operation: one }) });
  };
  const isOffered = operation !== null && refused === undefined && offered.includes(operation);
  const isOutdated = operation !== null && !isOffered;
  const close = useEffectEvent(() => confirm());
  // Otherwise the confirmation would open again as soon as the operation is offered again.
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated]);
  const [reason] = of.flatMap((one) => vm.refusals?.[one] ?? []);
  if (offered.length === 0 && overdue === null && reason === undefined) return null;
  function operate(one: VmOperation): void {
    confirm();
    void ask(bridge.operateVm({ ...target, operation: one }));
  }
  function confirmed(one: VmOperation): void {
    if (one === 'stop' && account.isUnproven && !isAskedAgain) setIsAskedAgain(true);
    else operate(one);
  }
  function confirmationOf(one: VmOperation): Confirmation {
    const first = operationConfirmation(one, vm, hideAmounts);
    return isAskedAgain ? { ...first, effects: [FIRST_STOP, ...first.effects] } : first;
  }
  return (
    <VmSection
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      title={messages.operation.title[kind]}
    >
      {overdue !== null && refusal === null && (
        <p className="text-amber" role="status">
          {overdue.answer ?? overdueDetail(overdue.operation, null, serviceName([account]))}
        </p>
      )}
      {reason !== undefined && (
        <p className="text-quiet">{messages.operation.notNow(printable(reason))}</p>
      )}
      {isOffered ? (
        <Confirm
          confirmation={confirmationOf(operation)}
          key={`${operation} ${isAskedAgain}`}
          label={operationLabel(operation, vm)}
          name={vmName(vm)}
          onCancel={() => confirm()}
          onConfirm={() => confirmed(operation)}
          tone={operation === 'start' ? 'primary' : 'danger'}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {offered.map((one) => (
            <Button
              hint={refused ?? messages.operation.hint(operationLabel(one, vm), vmName(vm))}
              isDisabled={refused !== undefined}
              key={one}
              label={`${operationLabel(one, vm)}…`}
              onClick={() => confirm(one)}
              tone={one === 'destroy' ? 'danger' : 'plain'}
            />
          ))}
        </div>
      )}
      <RefusalText refusal={refusal} />
      <AdvisedConsole accountId={account.id} advice={refusal?.action ?? null} />
    </VmSection>
  );
}
