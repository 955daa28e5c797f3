/** The two credentials that the service documents; `login` is email and password. */
export type CredentialKind = 'apiKey' | 'login';

interface CredentialChoiceProps {
  readonly kind: CredentialKind;
  readonly onChange: (kind: CredentialKind) => void;
}

const KINDS = [
  { kind: 'apiKey', words: 'API key' },
  { kind: 'login', words: 'Email and password' },
] as const;

/** How to sign in: two halves of one control. */
export function CredentialChoice({ kind, onChange }: CredentialChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">Sign in with</legend>
      <div className="grid grid-cols-2 gap-0.5 rounded-lg bg-hover p-0.5">
        {KINDS.map((option) => (
          <label
            className="flex min-h-7 items-center justify-center rounded-md border border-transparent px-1 text-center text-quiet has-checked:border-edge has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
            key={option.kind}
          >
            <input
              checked={kind === option.kind}
              className="sr-only"
              name="credential"
              onChange={() => onChange(option.kind)}
              type="radio"
              value={option.kind}
            />
            {option.words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
