import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { writeAtomically } from '../../core/files/index.ts';
import type { Log } from '../../core/log.ts';
import type { Size } from './place-panel.ts';

/** DIP. Nobody can drag it smaller, and a smaller one in the file is not believed. */
export const SMALLEST_PANEL: Size = { width: 320, height: 400 };
const USUAL_PANEL: Size = { width: 400, height: 600 };
const MAX_SIDE = 10_000;
/** A window that is being resized says so many times a second. */
const QUIET_MS = 1000;

const schema = z.object({
  width: z.int().min(SMALLEST_PANEL.width).max(MAX_SIDE),
  height: z.int().min(SMALLEST_PANEL.height).max(MAX_SIDE),
});

/** The size the panel had last; the usual one where that is not known. Never rejects: a size is no reason not to start. */
export async function loadPanelSize(path: string): Promise<Size> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return USUAL_PANEL;
  }
}

/** The size of the panel on disk, apart from the settings: losing it costs nothing. */
export interface PanelSizeFile {
  /** Writes the size once it has been the same for a second. */
  keep(size: Size): void;
}

/** A size that cannot be written is logged, and holds until the app ends. */
export function createPanelSizeFile(path: string, clock: Clock, log: Log): PanelSizeFile {
  let cancel = () => {};
  return {
    keep(size) {
      cancel();
      cancel = clock.after(QUIET_MS, () => {
        writeAtomically(path, JSON.stringify(size)).catch(() => log.warn('panel.sizeNotKept'));
      });
    },
  };
}
