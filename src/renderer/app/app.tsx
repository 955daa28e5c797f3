import { useEffect } from 'react';
import { clearFilter } from '../features/vms/list-view.ts';
import { refreshAll } from '../refresh.ts';
import { bridge, go, goBack, useApp, useNavigation } from '../store.ts';
import { Button, lazy, onDemand, useShortcuts } from '../ui/index.ts';
import { firstStep, type ShownScreen } from './screen-code.ts';
import { OpenScreen } from './screens.tsx';

/** Shown with a way to recover, instead of an empty panel, when rendering throws. */
export const CRASH = (
  <main
    className="grid h-full place-content-center justify-items-center gap-3 p-4 text-center"
    id="crash"
  >
    <h1 className="font-semibold text-title">The panel crashed</h1>
    <p className="text-quiet">GPU Tray is still running: alerts and the tray menu work.</p>
    <Button label="Reload" onClick={() => window.location.reload()} tone="primary" />
  </main>
);

function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme);
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  }, [theme]);
}

/** The shortcuts of every screen. @param isFirstStep Escape closes the panel at once */
function usePanelShortcuts(isFirstStep: boolean): void {
  useShortcuts({
    back: () => {
      // The filter first, so that it does not hide VMs when the panel opens again.
      const isList = useNavigation.getState().screen.kind === 'vms';
      if (!isFirstStep && ((isList && clearFilter()) || goBack())) return;
      void bridge.hidePanel();
    },
    refresh: () => void refreshAll(),
    settings: () => go({ kind: 'settings' }),
    keys: () => go({ kind: 'keys' }),
  });
}

const Footer = lazy(onDemand(() => import('./home.tsx'), 'Footer'));

/** The screens that the footer leads to; the list has its own. */
const FOOTED: readonly ShownScreen['kind'][] = ['alerts', 'usage', 'launch', 'offers', 'settings'];

export function App() {
  const open = useNavigation((navigation) => navigation.screen);
  const step = useApp((app) => firstStep(app, open));
  const screen = step === null ? open : { kind: step };
  useTheme();
  usePanelShortcuts(step !== null);
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 grow">
        <OpenScreen screen={screen} />
      </div>
      {/* Zoomed, the screen needs the height; its back button stays. */}
      {FOOTED.includes(screen.kind) && (
        <div className="[@media(max-height:420px)]:hidden">
          <Footer />
        </div>
      )}
    </div>
  );
}
