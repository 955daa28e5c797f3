import type { GlobalShortcut } from 'electron';
import { RefusalError } from '../../core/app/index.ts';

/** Sets the global shortcut; null: none. A refused one leaves the one before. @throws RefusalError */
export function createShortcut(
  shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>,
  onPressed: () => void,
): (accelerator: string | null) => Promise<void> {
  let current: string | null = null;
  return async (accelerator) => {
    if (accelerator === current) return;
    if (accelerator !== null && !shortcuts.register(accelerator, onPressed))
      throw new RefusalError({
        kind: 'shortcut',
        message: `${accelerator} is not available.`,
        action: 'Another program or your desktop uses it. Choose another one.',
      });
    if (current !== null) shortcuts.unregister(current);
    current = accelerator;
  };
}
