import { useRef } from 'react';
import type { Answer, Refusal } from '../../../shared/ipc/index.ts';
import { answerOf } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { useRequest } from '../../ui/index.ts';

/** What became of a change; `declined`: its owner said no to it, outside the panel. */
export type ChangeOutcome = 'taken' | 'refused' | 'declined';

interface SettingChange {
  readonly refusal: Refusal | null;
  /** Main asks outside the panel whether this may be. */
  readonly isAwaited: boolean;
  readonly send: (request: Promise<Answer<void>>) => Promise<ChangeOutcome>;
}

/** Where a control waits for the answer to a question of main's. */
export const AWAITED_HINT = 'Confirm it in the window that has opened.';

/** Changes of settings from one place on the screen. */
export function useSettingChange(): SettingChange {
  const { isBusy, refusal, ask } = useRequest<void>();
  const isAsking = useApp((app) => app.isAsking);
  const send = async (request: Promise<Answer<void>>): Promise<ChangeOutcome> => {
    void ask(request);
    const answer = await answerOf(request);
    if (answer.ok) return 'taken';
    return answer.refusal.kind === 'declined' ? 'declined' : 'refused';
  };
  return { refusal, isAwaited: isBusy && isAsking, send };
}

/**
 * Sends what was typed. Every window that comes in front makes a field say that it was left: what is under way then, or was
 * declined, is not sent again until somebody types in it.
 */
export function useTypedText(onChange: (text: string) => Promise<ChangeOutcome>) {
  const sent = useRef<string | null>(null);
  return {
    typed() {
      sent.current = null;
    },
    async send(text: string): Promise<void> {
      if (sent.current === text) return;
      sent.current = text;
      const outcome = await onChange(text);
      if (outcome !== 'declined' && sent.current === text) sent.current = null;
    },
  };
}
