import { z } from 'zod';
import type { NotificationState } from '../host-state.ts';
import type { Lifecycle } from './app.ts';
import { argument, emitter, preventableEvent, strict, strictClass } from './strict.ts';

const EVENTS = ['show', 'click', 'close', 'failed'] as const;
const optionsSchema = z.strictObject({
  title: z.string().default(''),
  body: z.string().default(''),
  silent: z.boolean().optional(),
  urgency: z.enum(['normal', 'critical', 'low']).optional(),
  timeoutType: z.enum(['default', 'never']).optional(),
});

export interface HostNotifications {
  readonly Notification: object;
  /** Oldest first. */
  states(): NotificationState[];
  /** @throws when it is closed */
  click(index: number): void;
}

export function createNotifications(lifecycle: Lifecycle): HostNotifications {
  const shown: { state(): NotificationState; click(): void }[] = [];

  const create = (input: unknown = {}): object => {
    lifecycle.demandReady('Cannot create Notification before app is ready');
    const { title, body } = argument('Notification', optionsSchema, input);
    const events = emitter('Notification', EVENTS, () => proxy);
    let isOpen = false;
    const proxy: object = strict('Notification', {
      ...events.methods,
      title,
      body,
      show() {
        isOpen = true;
        shown.push({
          state: () => ({ title, body, isOpen }),
          click() {
            if (!isOpen) throw new Error(`the notification "${title}" is closed`);
            isOpen = false;
            events.emit('click', preventableEvent());
          },
        });
        queueMicrotask(() => events.emit('show', preventableEvent()));
      },
      close() {
        if (!isOpen) return;
        isOpen = false;
        events.emit('close', preventableEvent());
      },
    });
    return proxy;
  };

  return {
    Notification: strictClass('Notification', create, { isSupported: () => true }),
    states: () => shown.map((each) => each.state()),
    click(index) {
      const found = shown[index];
      if (found === undefined) throw new Error(`there are only ${shown.length} notifications`);
      found.click();
    },
  };
}
