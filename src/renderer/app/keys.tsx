import { ScreenFrame } from '../ui/index.ts';

const KEYS = [
  ['↑ ↓', 'Move between VMs'],
  ['Enter', 'Details'],
  ['A–Z 0–9 /', 'Filter'],
  ['Ctrl/Cmd C', 'Copy the SSH command'],
  ['Ctrl/Cmd O', 'Open in a terminal'],
  ['Ctrl/Cmd R', 'Refresh (or F5)'],
  [',', 'Settings'],
  ['Esc', 'Clear filter, back, close'],
  ['?', 'Show shortcuts'],
] as const;

export function Keys() {
  return (
    <ScreenFrame title="Keyboard shortcuts">
      <dl className="grid grid-cols-[5.75rem_minmax(0,1fr)] items-center gap-y-2">
        {KEYS.map(([key, label]) => (
          <div className="contents" key={key}>
            <dt>
              <kbd className="rounded border border-edge px-1.5 py-0.5 font-sans text-small">
                {key}
              </kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </ScreenFrame>
  );
}
