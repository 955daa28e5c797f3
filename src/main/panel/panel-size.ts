import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { writeAtomically } from '../../core/files/index.ts';
import type { Log } from '../../core/log.ts';
import type { Size } from './place-panel.ts';

/** DIP; the window's limit, also for a size from the file. */
export const MIN_PANEL: Size = { width: 320, height: 400 };
const DEFAULT_PANEL: Size = { width: 400, height: 600 };
const MAX_SIDE = 10_000;
/** A window emits many resize events a second. */
const QUIET_MS = 1000;

const schema = z.object({
  width: z.int().min(MIN_PANEL.width).max(MAX_SIDE),
  height: z.int().min(MIN_PANEL.height).max(MAX_SIDE),
});

/** The saved size in DIP; the default when it is missing or invalid. Never rejects. */
export async function loadPanelSize(path: string): Promise<Size> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return DEFAULT_PANEL;
  }
}

/** Returns a function that saves the size once it has not changed for a second. A failure is only logged. */
export function panelSizeSaver(path: string, clock: Clock, log: Log): (size: Size) => void {
  let cancel = () => {};
  return (size) => {
    cancel();
    cancel = clock.after(QUIET_MS, () => {
      writeAtomically(path, JSON.stringify(size)).catch(() => log.warn('panel.sizeNotSaved'));
    });
  };
}
