import type { AppAccount } from '../../shared/accounts/index.ts';
import { printable } from '../../shared/format/index.ts';
import { type Terminal, terminalJson } from '../output.ts';

export interface WatchEvent {
  readonly kind:
    | 'start'
    | 'acting'
    | 'reading'
    | 'vm'
    | 'notification'
    | 'problem'
    | 'error'
    | 'end';
  /** Null: it is about none, or about all. */
  readonly account:
    | (Pick<AppAccount, 'id' | 'label'> & {
        readonly name: string;
        readonly provider: string | null;
      })
    | null;
  /** Null: it is about none. */
  readonly vmId: string | null;
  /** One line. */
  readonly text: string;
}

export type PrintEvent = (event: WatchEvent) => void;

/** Prints an event on a line: time, account and text. Errors are on standard error. */
export function eventPrinter(
  { out, error }: Pick<Terminal, 'out' | 'error'>,
  json: boolean,
  now: () => number,
): PrintEvent {
  return (event) => {
    const at = new Date(now()).toISOString();
    const { account, text } = event;
    const line = json
      ? terminalJson({ at, ...event })
      : `${at} ${account === null ? '' : `${account.name}: `}${printable(text)}`;
    (event.kind === 'error' ? error : out)(`${line}\n`);
  };
}
