import { formatDuration, MINUTE_MS } from '../format/index.ts';

/** Why a VM is billed without use. */
export interface Waste {
  readonly reason:
    | 'crashed'
    | 'frozen'
    | 'noGpu'
    | 'starting'
    | 'locked'
    | 'unusable'
    | 'finished'
    | 'idle'
    | 'noLogin';
  /** `idle`, without a figure that changes. */
  readonly word: string;
  readonly since: number | null;
  /** `GPU billed`, or the load that shows it, `GPU 0 %`; empty: nothing more. */
  readonly end: string;
}

/** Without a known load it may be loading a large image, or work without a login. */
export const isLoadUnknown = ({ reason }: Pick<Waste, 'reason'>) =>
  reason === 'noLogin' || reason === 'starting';

/** `idle 38 d`, `frozen`. @param now ms since the epoch */
export function wasteSince({ word, since }: Waste, now: number): string {
  const isShort = since === null || now - since < MINUTE_MS;
  return word + (isShort ? '' : ` ${formatDuration(now - since)}`);
}

export const wasteText = (waste: Waste, now: number): string =>
  wasteSince(waste, now) + (waste.end && `, ${waste.end}`);
