import { ScreenFrame } from '../../ui/index.ts';

const KEYS = [
  ['↑ ↓', 'Through the VMs'],
  ['Enter', 'Details'],
  ['C', 'Copy the SSH command'],
  ['O', 'Open in a terminal'],
  ['/', 'Filter'],
  ['R', 'Refresh'],
  [',', 'Settings'],
  ['Esc', 'Back, then close'],
  ['?', 'These keys'],
] as const;

/** Every key of the panel. */
export function Keys() {
  return (
    <ScreenFrame title="Keyboard">
      <dl className="grid grid-cols-[5rem_1fr] items-center gap-y-2">
        {KEYS.map(([key, does]) => (
          <div className="contents" key={key}>
            <dt>
              <kbd className="rounded border border-edge px-1.5 py-0.5 font-sans text-small">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </ScreenFrame>
  );
}
