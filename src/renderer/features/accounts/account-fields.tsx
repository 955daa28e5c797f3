import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { VM_OPERATIONS } from '../../../shared/domain/service-profile.ts';
import { printable } from '../../../shared/format/index.ts';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { bridge } from '../../store.ts';
import {
  Button,
  CodeField,
  ConfirmDialog,
  Field,
  RefusalText,
  Toggle,
  useRequest,
} from '../../ui/index.ts';

interface FieldProps {
  readonly account: AppAccount;
}

interface SavedTextProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly what: 'key' | 'profile';
  readonly isSet: boolean;
  /** Shown until the user types; absent: the text is a secret, which is never shown. */
  readonly saved?: string;
  readonly request: (text: string | null) => Promise<Answer<void>>;
}

/** A field whose text a button saves or removes. Refused text stays in it. */
function SavedText({ name, label, hint, what, isSet, saved, request }: SavedTextProps) {
  const { isBusy, refusal, ask } = useRequest();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? saved ?? '';
  const isChanged = text.trim() !== '' && text !== saved;
  const send = async (sent: string | null) => {
    if ((await ask(request(sent))).ok) setDraft((typed) => (typed === text ? null : typed));
  };
  const field = { label, hint, name, onChange: setDraft, value: text };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void send(text);
      }}
    >
      {saved === undefined ? (
        <Field {...field} type="password" />
      ) : (
        <CodeField {...field} placeholder={EXAMPLE} />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isChanged && (
          <Button isBusy={isBusy} label={`Save ${what}`} tone="primary" type="submit" />
        )}
        {isSet && <Button isBusy={isBusy} label={`Remove ${what}`} onClick={() => send(null)} />}
      </div>
      <RefusalText refusal={refusal} />
    </form>
  );
}

/** A second API key, which only launching, starting, stopping and destroying use. */
export function WriteKey({ account: { id, keys } }: FieldProps) {
  return (
    <SavedText
      hint="A second API key with write access, of the same user. GPU Tray uses it only to launch, start, stop or destroy a VM, so the first key can be read-only."
      isSet={keys.hasWriteKey === true}
      label={`Key for launching and stopping · ${keys.hasWriteKey ? 'set' : 'not set'}`}
      name="writeKey"
      request={(key) => bridge.setWriteKey({ accountId: id, key })}
      what="key"
    />
  );
}

const EXAMPLE = `{
  "consoleUrl": "https://console.example.com",
  "operations": {
    "stop": { "method": "POST", "path": "/vms/{vm_id}/stop" }
  }
}`;

export function ServiceProfileEditor({ account }: FieldProps) {
  const { id, profile, can } = account;
  const operations = VM_OPERATIONS.filter((name) => can.includes(name)).join(', ');
  return (
    <SavedText
      hint="JSON with the calls to start, stop and destroy VMs. The API doesn’t document them; ask the service’s support."
      isSet={profile !== null}
      label={`Service profile · ${profile === null ? 'not set' : operations || 'set'}`}
      name="serviceProfile"
      request={(text) => bridge.changeAccount({ accountId: id, profile: text })}
      saved={profile === null ? '' : JSON.stringify(profile, null, 2)}
      what="profile"
    />
  );
}

/** Turned on only after a confirmation that shows the command. */
export function GpuLoadSetting({ account }: FieldProps) {
  const [isAsked, setIsAsked] = useState(false);
  const change = (gpuLoad: boolean) => bridge.changeAccount({ accountId: account.id, gpuLoad });
  return (
    <div>
      <Toggle
        hint="Runs nvidia-smi on your running VMs over SSH."
        isOn={account.turnedOn.gpuLoad === true}
        label="Show GPU load"
        onChange={(wanted, ask) => (wanted ? setIsAsked(true) : void ask(change(false)))}
      />
      {isAsked && (
        <ConfirmDialog
          label="Turn on"
          onClose={() => setIsAsked(false)}
          request={() => change(true)}
          title={`Show the GPU load of ${printable(account.label)}?`}
          tone="primary"
        >
          <p className="text-quiet">
            GPU Tray then opens an SSH session to each running VM of this account once a minute, and
            every 10 s while its details are open. It uses your own ssh with your keys, never a
            password, and runs:
          </p>
          <code className="code-font [overflow-wrap:anywhere]">{GPU_QUERY.join(' ')}</code>
          <p className="text-quiet">
            Nothing is installed or changed on the VM. One connection to each VM stays open while
            GPU Tray runs.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
