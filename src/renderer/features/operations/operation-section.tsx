import { useEffect, useEffectEvent, useId } from 'react';
import { type Spend, type Vm, type VmOperation, vmName } from '../../../shared/domain/index.ts';
import { shownCurrency } from '../../../shared/format/index.ts';
import {
  OPERATION_LABELS,
  operationConfirmation,
  overdueDetail,
  vmOperations,
} from '../../../shared/operations/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { bridge } from '../../bridge.ts';
import { replaceScreen } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { messages } from '../vms/details-messages.ts';
import { type VmOfAccount, VmSection } from '../vms/vm-section.tsx';

/** One function identity for all renders, so that it is focused once. */
function takeFocus(confirmation: HTMLElement | null): void {
  confirmation?.focus();
}

interface ConfirmProps {
  readonly vm: Vm;
  readonly spend: Spend | null;
  readonly operation: VmOperation;
  onConfirm(): void;
  onCancel(): void;
}

function Confirm({ vm, spend, operation, onConfirm, onCancel }: ConfirmProps) {
  const titleId = useId();
  const currency = useApp((app) => shownCurrency(app.preferences));
  const { title, effects } = operationConfirmation(operation, vm, spend, currency);
  return (
    <div
      aria-labelledby={titleId}
      className="grid gap-2 rounded-md border border-edge p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      ref={takeFocus}
      role="alertdialog"
      tabIndex={-1}
    >
      <h3 className="break-words font-semibold" id={titleId}>
        {title}
      </h3>
      <ul className="grid gap-1">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button label={messages.operation.cancel} onClick={onCancel} />
        <Button
          label={OPERATION_LABELS[operation]}
          onClick={onConfirm}
          tone={operation === 'start' ? 'primary' : 'danger'}
        />
      </div>
    </div>
  );
}

interface OperationSectionProps extends VmOfAccount {
  /** An operation of a VM that may be gone is not offered. */
  readonly isListed: boolean;
  /** Null: unknown. */
  readonly spend: Spend | null;
  /** The operation whose confirmation is open; null: none. */
  readonly operation: VmOperation | null;
}

/** Starts, stops or destroys the VM, if the service profile has the requests. */
export function OperationSection(props: OperationSectionProps) {
  const { vm, account, isListed, spend, operation } = props;
  const operations = useApp((app) => app.operations);
  // Not in `Confirm`, which closes when the request is sent.
  const { refusal, ask } = useRequest();
  const refused = useApp(({ refusedWrites }) => refusedWrites[account.id]);
  const offered = isListed ? vmOperations({ operations }, account, vm) : [];
  const pending = operations[vmKey(account.id, vm.id)];
  const target = { accountId: account.id, vmId: vm.id };
  const confirm = (one?: VmOperation) =>
    replaceScreen({ kind: 'vm', ...target, ...(one && { operation: one }) });
  const isOffered = operation !== null && refused === undefined && offered.includes(operation);
  const isOutdated = operation !== null && !isOffered;
  const close = useEffectEvent(() => confirm());
  // Otherwise the confirmation would open again as soon as the operation is offered again.
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated]);
  if (offered.length === 0 && !pending?.isOverdue) return null;
  function operate(one: VmOperation): void {
    confirm();
    void ask(bridge.operateVm({ ...target, operation: one }));
  }
  return (
    <VmSection className="grid grid-cols-[minmax(0,1fr)] gap-2" title={messages.operation.title}>
      {pending?.isOverdue && refusal === null && (
        <p className="text-amber" role="status">
          {pending.answer ?? overdueDetail(pending.operation, null)}
        </p>
      )}
      {isOffered ? (
        <Confirm
          vm={vm}
          spend={spend}
          operation={operation}
          onCancel={() => confirm()}
          onConfirm={() => operate(operation)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {offered.map((one) => (
            <Button
              hint={refused ?? messages.operation.hint(OPERATION_LABELS[one], vmName(vm))}
              isDisabled={refused !== undefined}
              key={one}
              label={`${OPERATION_LABELS[one]}…`}
              onClick={() => confirm(one)}
            />
          ))}
        </div>
      )}
      <RefusalText refusal={refusal} />
      <AdvisedConsole accountId={account.id} advice={refusal?.action ?? null} />
    </VmSection>
  );
}
