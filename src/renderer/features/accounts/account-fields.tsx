import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { printable } from '../../../shared/format/index.ts';
import { GPU_QUERY } from '../../../shared/gpu-load/gpu-query.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Field, FieldFrame, Toggle } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { messages } from './messages.ts';
import { SavedText } from './saved-text.tsx';

interface FieldProps {
  readonly account: AppAccount;
}

const checkName = (text: string) => (text.trim().length > 40 ? messages.nameProblem : null);

/** The name shown in place of the email address or host, which an empty field restores. */
export function AccountName({ account: { id, label } }: FieldProps) {
  return (
    <TextSetting
      check={checkName}
      isWide
      label={messages.name}
      name="accountName"
      onChange={(typed) => bridge.changeAccount({ accountId: id, name: typed || null })}
      value={printable(label)}
    />
  );
}

/** A second API key, which only launching, starting, stopping and destroying use. */
export function WriteKey({ account: { id, hasWriteKey = false } }: FieldProps) {
  const { writeKey: words } = messages;
  return (
    <SavedText
      isSet={hasWriteKey}
      request={(key) => bridge.setWriteKey({ accountId: id, key })}
      saved=""
      words={words}
    >
      {(typed) => (
        <Field
          {...typed}
          hint={words.hint}
          label={words.label(hasWriteKey)}
          name="writeKey"
          type="password"
        />
      )}
    </SavedText>
  );
}

const EXAMPLE = `{
  "consoleUrl": "https://console.example.com",
  "operations": {
    "stop": { "method": "POST", "path": "/vms/{vm_id}/stop" }
  }
}`;

export function ServiceProfileEditor({ account }: FieldProps) {
  const { id, profile } = account;
  const { profile: words } = messages;
  return (
    <SavedText
      isSet={profile !== null}
      request={(text) => bridge.changeAccount({ accountId: id, profile: text })}
      saved={profile === null ? '' : JSON.stringify(profile, null, 2)}
      words={words}
    >
      {({ value, onChange }) => (
        <FieldFrame hint={words.hint} label={words.label(account)}>
          {(input) => (
            <textarea
              {...input}
              className="code-font w-full select-text rounded-md border border-edge bg-raised px-2 py-1 text-ink text-small"
              maxLength={16_384}
              name="serviceProfile"
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              placeholder={EXAMPLE}
              rows={8}
              spellCheck={false}
              value={value}
            />
          )}
        </FieldFrame>
      )}
    </SavedText>
  );
}

/** Turned on only after a confirmation that shows the command. */
export function GpuLoadSetting({ account }: FieldProps) {
  const isOn = useApp(({ ssh }) => ssh.gpuLoadAccounts.includes(account.id));
  const [isAsked, setIsAsked] = useState(false);
  const text = messages.gpuLoad;
  const change = (wanted: boolean) => bridge.changeGpuLoad({ accountId: account.id, isOn: wanted });
  return (
    <div>
      <Toggle
        hint={text.hint}
        isOn={isOn}
        label={text.label}
        onChange={(wanted, ask) => (wanted ? setIsAsked(true) : void ask(change(false)))}
      />
      {isAsked && (
        <ConfirmDialog
          label={text.turnOn}
          onClose={() => setIsAsked(false)}
          request={() => change(true)}
          title={text.question(printable(account.label))}
          tone="primary"
        >
          <p className="text-quiet">{text.effect}</p>
          <code className="code-font [overflow-wrap:anywhere]">{GPU_QUERY.join(' ')}</code>
          <p className="text-quiet">{text.limits}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
