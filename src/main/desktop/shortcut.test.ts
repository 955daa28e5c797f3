import { expect, test } from 'vitest';
import { createShortcut } from './shortcut.ts';

/** A desktop on which other programs use some shortcuts. */
function desktop(...taken: readonly string[]) {
  const registered = new Map<string, () => void>();
  return {
    registered,
    register(accelerator: string, onPressed: () => void) {
      if (taken.includes(accelerator)) return false;
      registered.set(accelerator, onPressed);
      return true;
    },
    unregister: (accelerator: string) => void registered.delete(accelerator),
  };
}

test('one shortcut at a time is registered, and a refused one leaves the one before', async () => {
  const shortcuts = desktop('Alt+F4');
  let presses = 0;
  const set = createShortcut(shortcuts, () => {
    presses += 1;
  });
  await set('Ctrl+Alt+G');
  await set('Ctrl+Alt+U');
  expect([...shortcuts.registered.keys()]).toEqual(['Ctrl+Alt+U']);
  await expect(set('Alt+F4')).rejects.toHaveProperty('refusal.kind', 'shortcut');
  shortcuts.registered.get('Ctrl+Alt+U')?.();
  expect(presses).toBe(1);
  await set(null);
  expect(shortcuts.registered.size).toBe(0);
});
