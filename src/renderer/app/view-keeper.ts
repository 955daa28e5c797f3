import type { PanelView } from '../../shared/app/index.ts';
import { answerOf, bridge } from '../bridge.ts';
import { useDismissals } from '../features/banners/index.ts';
import { useListView } from '../features/vms/index.ts';
import { useNavigation } from '../navigation.ts';

/** ms after the last change: a scroll is many of them. */
const QUIET_MS = 250;

function viewNow(): PanelView {
  return {
    screen: useNavigation.getState().screen,
    list: useListView.getState(),
    dismissed: useDismissals.getState().dismissed,
  };
}

/** Tells main how the panel is looked at, since main frees the window of a panel that is hidden for long. */
export function startViewKeeper(): { restore(view: PanelView | null): void } {
  let kept = JSON.stringify(viewNow());
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(): void {
    clearTimeout(timer);
    const view = viewNow();
    const text = JSON.stringify(view);
    if (text === kept) return;
    kept = text;
    void answerOf(bridge.keepView(view));
  }

  function keepSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  }

  for (const store of [useNavigation, useListView, useDismissals]) store.subscribe(keepSoon);
  // Nobody knows for how long.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keep();
  });

  return {
    restore(view) {
      if (view === null) return;
      useNavigation.setState({ screen: view.screen });
      useListView.setState(view.list);
      useDismissals.setState({ dismissed: view.dismissed });
      kept = JSON.stringify(viewNow());
    },
  };
}
