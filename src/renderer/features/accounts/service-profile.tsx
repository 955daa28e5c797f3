import type { AppAccount } from '../../../shared/accounts/index.ts';
import { bridge } from '../../bridge.ts';
import { FieldFrame } from '../../ui/index.ts';
import { messages } from './messages.ts';
import { SavedText } from './saved-text.tsx';

const EXAMPLE = `{
  "consoleUrl": "https://console.example.com",
  "operations": {
    "stop": { "method": "POST", "path": "/vms/{vm_id}/stop" }
  }
}`;

/** The account's service profile as JSON. */
export function ServiceProfileEditor({
  account: { id, profile },
}: {
  readonly account: AppAccount;
}) {
  const { profile: words } = messages;
  return (
    <SavedText
      isSet={profile !== null}
      request={(text) => bridge.changeAccount({ accountId: id, profile: text })}
      saved={profile === null ? '' : JSON.stringify(profile, null, 2)}
      words={words}
    >
      {({ value, onChange }) => (
        <FieldFrame hint={words.hint} label={words.label(profile)}>
          {(input) => (
            <textarea
              {...input}
              className="code-font w-full select-text rounded-md border border-edge bg-raised p-2 text-ink text-small"
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
