import type { PanelView } from '../../shared/app/index.ts';

/** How the panel was left, for as long as the app runs: its window is freed while it is hidden. */
export interface ViewMemory {
  /** Null: never opened, or better forgotten. */
  left(): PanelView | null;
  keep(view: PanelView): void;
  /** The page broke, perhaps because of what it showed: the next one begins at the beginning. */
  forget(): void;
}

/** Empty at first; nothing of it ever reaches the disk. */
export function createViewMemory(): ViewMemory {
  let view: PanelView | null = null;
  return {
    left: () => view,
    keep(seen) {
      view = seen;
    },
    forget() {
      view = null;
    },
  };
}
