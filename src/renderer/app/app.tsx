import { useEffect } from 'react';
import { useScreen } from '../navigation.ts';
import { useApp, useIsKnown } from '../store.ts';
import { Broken } from './broken.tsx';
import { ThresholdQuestion, Welcome } from './loaded-screens.ts';
import { Panel } from './panel.tsx';
import { usePanelKeys } from './use-panel-keys.ts';

/** Puts the theme where the style sheet looks for it. */
function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Signing in, and one question after it, come before everything else. Null: both are done. */
function useFirstStep(): 'welcome' | 'limit' | null {
  const hasAccount = useApp(({ accounts }) => accounts.length > 0);
  const threshold = useApp(({ preferences }) => preferences.rateThreshold);
  if (!hasAccount) return 'welcome';
  return threshold === 'notAsked' ? 'limit' : null;
}

function Content() {
  const isKnown = useIsKnown();
  const step = useFirstStep();
  const { kind } = useScreen();
  // Settings are there for everybody: the tray offers them to whoever is signed out, and one can quit there.
  const isAhead = step !== null && kind !== 'settings' && kind !== 'keys';
  usePanelKeys(isAhead);
  if (!isKnown) return null;
  if (!isAhead) return <Panel />;
  return step === 'welcome' ? <Welcome /> : <ThresholdQuestion />;
}

/** The panel: a welcome, one question, and from then on the VMs. */
export function App() {
  useTheme();
  return (
    <Broken>
      <Content />
    </Broken>
  );
}
