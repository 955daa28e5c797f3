import type { DesktopPorts } from '../../core/app/index.ts';
import type { Panel } from '../panel/index.ts';

/** A native message box, as Electron's `MessageBoxOptions` has it. */
export interface MessageBox {
  readonly type: 'warning';
  /** Of its window, where it has one with a title. */
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: string[];
  /** What Enter presses. */
  readonly defaultId: number;
  /** What Esc and closing it press. */
  readonly cancelId: number;
  /** Buttons rather than Windows' large links. */
  readonly noLink: true;
  /** Takes it away unanswered. */
  readonly signal: AbortSignal;
}

/** What shows the box, and the panel that must not go away under it. */
export interface ConfirmerPorts {
  readonly panel: Pick<Panel, 'hold'>;
  /** Resolves to the place of the button that was pressed. */
  show(box: MessageBox): Promise<number>;
}

/** First, since it is also what Electron answers when it knows no better. */
const CANCEL = 0;
const ACCEPT = 1;

/** Asks in a message box of the system's, which no page can draw or press. Whatever is no clear yes is a no. */
export function createConfirmer({ panel, show }: ConfirmerPorts): DesktopPorts['confirm'] {
  return async ({ title, detail, accept }) => {
    const gone = new AbortController();
    // A box whose window is gone may never answer.
    const unanswered = Promise.withResolvers<number>();
    const release = panel.hold(() => {
      gone.abort();
      unanswered.resolve(CANCEL);
    });
    if (gone.signal.aborted) return false;
    const box: MessageBox = {
      ...{ type: 'warning', title: 'GPU Tray', message: title, detail },
      buttons: ['Cancel', accept],
      ...{ defaultId: CANCEL, cancelId: CANCEL, noLink: true, signal: gone.signal },
    };
    try {
      return (await Promise.race([show(box), unanswered.promise])) === ACCEPT;
    } finally {
      release();
    }
  };
}
