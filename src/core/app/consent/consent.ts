import type { Clock } from '../../clock.ts';
import type { DesktopPorts, Question } from '../application.ts';
import { refuse } from '../refusal-error.ts';

/** Who puts the question to the user, and who hears that one is open. */
export interface ConsentPorts {
  readonly confirm: DesktopPorts['confirm'];
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A question has come up, or is answered. */
  onAsking(isAsking: boolean): void;
}

/** Asks the user outside the panel, which may be in somebody else's hands. */
export interface Consent {
  /** Resolves when the user has agreed. @throws RefusalError when not, or when it is not the time to ask */
  ask(question: Question): Promise<void>;
}

/** Who says no so often within this time is being pestered, and would say yes in the end to be left alone. */
const MAX_DECLINED = 3;
const DECLINED_WITHIN_MS = 60_000;

/** One question at a time: nobody may bury the user in them. */
export function createConsent({ confirm, clock, onAsking }: ConsentPorts): Consent {
  let isOpen = false;
  let declined: readonly number[] = [];

  async function answerTo(question: Question): Promise<boolean> {
    isOpen = true;
    onAsking(true);
    try {
      return await confirm(question);
    } finally {
      isOpen = false;
      onAsking(false);
    }
  }

  return {
    async ask(question) {
      if (isOpen) refuse('busy', 'GPU Tray is asking you something already.', 'Answer that first.');
      const since = clock.monotonic() - DECLINED_WITHIN_MS;
      declined = declined.filter((at) => at > since);
      if (declined.length >= MAX_DECLINED)
        refuse(
          'busy',
          'You said no several times, so GPU Tray does not ask again at once.',
          'Wait a minute, then try again.',
        );
      if (await answerTo(question)) {
        declined = [];
        return;
      }
      declined = [...declined, clock.monotonic()];
      refuse(
        'declined',
        'You did not allow it, so nothing was changed.',
        'Change the text to be asked again.',
      );
    },
  };
}
