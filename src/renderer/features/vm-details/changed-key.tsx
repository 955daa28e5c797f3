import type { ChangedKey } from '../../../shared/app/index.ts';

function Fingerprints({ name, keys }: { readonly name: string; readonly keys: readonly string[] }) {
  return (
    <>
      <dt className="text-quiet text-small">{name}</dt>
      {keys.map((key) => (
        <dd className="code-font break-all select-text" key={key}>
          {key}
        </dd>
      ))}
    </>
  );
}

/** A changed host key, explained. It is removed by hand alone: only its owner can know why it changed. */
export function ChangedKeyNote({ changed }: { readonly changed: ChangedKey }) {
  return (
    <div className="grid gap-2 border-red border-l-2 pl-3">
      <h3 className="font-medium text-red">The host key has changed</h3>
      <dl className="grid gap-1">
        <Fingerprints keys={changed.stored} name="Stored at the first login" />
        <Fingerprints keys={changed.offered} name="Shown now" />
      </dl>
      <p className="text-small">
        A VM that was reinstalled has new keys; so has a machine that answers in its place. Compare
        the key shown now with the one in the VM’s console; only if they are equal is it your VM.
      </p>
    </div>
  );
}
