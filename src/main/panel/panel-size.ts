import type { Size } from 'electron';
import { z } from 'zod';
import { type Clock, createTimer } from '../../core/clock.ts';
import { readTextFile, writeAtomically } from '../../core/files/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { tryJson } from '../../core/try-json.ts';

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

export type PanelSize = Awaited<ReturnType<typeof openPanelSize>>;

/** The size in DIP, the default when the file is missing or invalid. Saved once it has not changed for a second. Never rejects. */
export async function openPanelSize(path: string, clock: Clock, log: Log) {
  const timer = createTimer(clock);
  const failed = (error: unknown) => log.warn('panel.sizeNotSaved', describeInternalError(error));
  const text = await readTextFile(path).catch(() => '');
  let size: Size = schema.safeParse(tryJson(text)).data ?? DEFAULT_PANEL;
  return {
    get: () => size,
    set(next: Size): void {
      size = next;
      const save = () => void writeAtomically(path, JSON.stringify(size)).catch(failed);
      timer.set(QUIET_MS, save);
    },
  };
}
