import { z } from 'zod';
import type { NotificationState } from '../host-state.ts';
import { type Runtime, soon } from './runtime.ts';
import { argument, preventableEvent, strictClass, strictEmitter } from './strict.ts';

const EVENTS = ['show', 'click', 'close', 'failed', 'action'] as const;
const optionsSchema = z.strictObject({
  title: z.string().default(''),
  body: z.string().default(''),
  silent: z.boolean().default(false),
  urgency: z.enum(['normal', 'critical', 'low']).default('normal'),
  timeoutType: z.enum(['default', 'never']).default('default'),
  // Linux has none and ignores them (`libnotify_notification.cc`).
  actions: z.array(z.strictObject({ type: z.literal('button'), text: z.string() })).default([]),
});

interface Shown {
  state(): NotificationState;
  end(how: 'click' | 'close' | 'action'): void;
}

export function createNotifications(runtime: Runtime) {
  const shown: Shown[] = [];
  const isLinux = runtime.platform === 'linux';
  /** Linux shows it within `show()`, the others in the background. */
  const report = isLinux ? (task: () => void) => task() : soon;

  const create = (input: unknown = {}): object => {
    runtime.demandReady('Cannot create Notification before app is ready');
    const { title, body, actions } = argument('Notification', optionsSchema, input);
    let current: Shown | null = null;
    const members = {
      show() {
        members.close();
        const error = runtime.failure('Notification.show');
        if (error !== null) {
          report(() => notification.emit('failed', preventableEvent(), error));
          return;
        }
        const now: Shown = {
          state: () => ({ title, body, isOpen: current === now }),
          end(how) {
            if (current !== now) throw new Error(`the notification "${title}" is closed`);
            if (how === 'action' && (isLinux || actions.length === 0))
              throw new Error(`the notification "${title}" has no button`);
            current = null;
            if (how !== 'action') return notification.emit(how, preventableEvent());
            const pressed = { actionIndex: 0, selectionIndex: -1 };
            notification.emit('action', preventableEvent(pressed), ...Object.values(pressed));
          },
        };
        current = now;
        shown.push(now);
        report(() => notification.emit('show', preventableEvent()));
      },
      close: () => current?.end('close'),
    };
    const notification = strictEmitter(runtime, 'Notification', EVENTS, members);
    return notification.object;
  };

  return {
    Notification: strictClass('Notification', create, {
      isSupported: () => runtime.failure('Notification.isSupported') === null,
    }),
    states: () => shown.map((each) => each.state()),
    /** @throws when it is closed; `action`: its only button */
    end(index: number, how: 'click' | 'close' | 'action') {
      const found = shown[index];
      if (found === undefined) throw new Error(`there are only ${shown.length} notifications`);
      found.end(how);
    },
  };
}

export type HostNotifications = ReturnType<typeof createNotifications>;
