import { useEffect } from 'react';
import { useApp, useIsKnown } from '../store.ts';
import { Broken } from './broken.tsx';
import { ThresholdQuestion, Welcome } from './loaded-screens.ts';
import { Panel } from './panel.tsx';

/** Puts the theme where the style sheet looks for it. */
function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

function Content() {
  const isKnown = useIsKnown();
  const hasAccount = useApp(({ accounts }) => accounts.length > 0);
  const threshold = useApp(({ preferences }) => preferences.rateThreshold);
  if (!isKnown) return null;
  if (!hasAccount) return <Welcome />;
  return threshold === 'notAsked' ? <ThresholdQuestion /> : <Panel />;
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
