import { z } from 'zod';
import { type Clock, createTimer } from '../../core/clock.ts';
import { readTextFile, writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import type { Size } from './place-panel.ts';

/** DIP; also for a size from the file. */
const MIN_PANEL: Size = { width: 320, height: 400 };
const DEFAULT_PANEL: Size = { width: 400, height: 600 };
const MAX_SIDE = 10_000;
const QUIET_MS = 1000;

/** DIP. At fractional scales a window differs by up to 3 from its bounds as set (electron/electron#51572). */
const MAX_DRIFT = 4;

/** The window's limit: the panel's minimum, or less on a display that is smaller. @param place where it fits */
export function smallestSize({ width, height }: Size): Size {
  return { width: Math.min(MIN_PANEL.width, width), height: Math.min(MIN_PANEL.height, height) };
}

export function isOtherSize(size: Size, placed: Size): boolean {
  const drift = Math.max(
    Math.abs(size.width - placed.width),
    Math.abs(size.height - placed.height),
  );
  return drift > MAX_DRIFT;
}

const schema = z.object({
  width: z.int().min(MIN_PANEL.width).max(MAX_SIDE),
  height: z.int().min(MIN_PANEL.height).max(MAX_SIDE),
});

/** The saved size in DIP; the default when it is missing or invalid. Never rejects. */
export async function loadPanelSize(path: string): Promise<Size> {
  try {
    return schema.parse(JSON.parse(await readTextFile(path)));
  } catch {
    return DEFAULT_PANEL;
  }
}

/** Returns a function that saves the size once it has not changed for a second. A failure is only logged. */
export function panelSizeSaver(path: string, clock: Clock, log: Log): (size: Size) => void {
  const timer = createTimer(clock);
  return (size) => {
    timer.set(QUIET_MS, () => {
      const failed = (error: unknown) =>
        log.warn('panel.sizeNotSaved', describeInternalError(error));
      writeAtomically(path, JSON.stringify(size)).catch(failed);
    });
  };
}
