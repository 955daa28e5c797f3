import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  type Spend,
  UNCONFIRMED,
  type Vm,
  type VmOperation,
  vmName,
} from '../../../shared/domain/index.ts';
import { shownCurrency } from '../../../shared/format/index.ts';
import {
  OPERATION_LABELS,
  operationConfirmation,
  overdueDetail,
  vmOperations,
} from '../../../shared/operations/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import { bridge } from '../../bridge.ts';
import { replaceScreen, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useRequest } from '../../ui/index.ts';
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

const oneSpace = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

function Confirm({ vm, spend, operation, onConfirm, onCancel }: ConfirmProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const currency = useApp((app) => shownCurrency(app.preferences));
  const { title, effects } = operationConfirmation(operation, vm, spend, currency);
  const text = messages.operation;
  const name = vmName(vm);
  const isTyped = operation === 'destroy';
  const isReady = !isTyped || oneSpace(typed) === oneSpace(name);
  return (
    <div
      aria-describedby={`${id}-effects`}
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-edge p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      ref={isTyped ? undefined : takeFocus}
      role="alertdialog"
      tabIndex={-1}
    >
      <h3 className="break-words font-semibold" id={id}>
        {title}
      </h3>
      <ul className="grid gap-1" id={`${id}-effects`}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        {isTyped && (
          <Field
            isFocusedFirst
            label={text.typeName(name)}
            name="vmName"
            onChange={setTyped}
            value={typed}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button label={text.cancel} onClick={onCancel} />
          <Button
            isDisabled={!isReady}
            label={OPERATION_LABELS[operation]}
            tone={operation === 'start' ? 'primary' : 'danger'}
            type="submit"
          />
        </div>
      </form>
    </div>
  );
}

/** Destroy is apart, where no habit leads. */
const OFFERED = {
  usual: ['start', 'stop'],
  destroy: ['destroy'],
} satisfies Record<string, readonly VmOperation[]>;

interface OperationSectionProps extends VmOfAccount {
  readonly kind: keyof typeof OFFERED;
}

/** Starts, stops or destroys the VM, if the service profile has the requests. */
export function OperationSection({ kind, vm, account }: OperationSectionProps) {
  const of: readonly VmOperation[] = OFFERED[kind];
  /** Its confirmation is open; null: none. */
  const open = useNavigation(({ screen }) => (screen.kind === 'vm' && screen.operation) || null);
  const operation = open !== null && of.includes(open) ? open : null;
  const spend = useApp(({ snapshots }) => snapshots[account.id]?.spend.value ?? null);
  const operations = useApp((app) => app.operations);
  // Not in `Confirm`, which closes when the request is sent.
  const { refusal, ask } = useRequest();
  const refused = useApp(({ refusedWrites }) => refusedWrites[account.id]);
  // A VM that may be gone is not offered any.
  const offered =
    vm.status === UNCONFIRMED
      ? []
      : vmOperations({ operations }, account, vm).filter((one) => of.includes(one));
  const pending = operations[vmKey(account.id, vm.id)];
  const overdue = kind === 'usual' && pending?.isOverdue ? pending : null;
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
  if (offered.length === 0 && overdue === null) return null;
  function operate(one: VmOperation): void {
    confirm();
    void ask(bridge.operateVm({ ...target, operation: one }));
  }
  return (
    <VmSection
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      title={messages.operation.title[kind]}
    >
      {overdue !== null && refusal === null && (
        <p className="text-amber" role="status">
          {overdue.answer ?? overdueDetail(overdue.operation, null)}
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
