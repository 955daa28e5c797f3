import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { WithMessages } from '../features/alerts/message-strip.tsx';
import { useLoaded } from '../ui/index.ts';
import { SCREEN_CODE, type ScreenKind, type ScreenProps, type ShownScreen } from './screen-code.ts';

function Loaded<Kind extends ScreenKind>({ screen }: ScreenProps<Kind>) {
  const Shown = useLoaded(SCREEN_CODE[screen.kind]);
  return Shown && <Shown screen={screen} />;
}

/** A screen with the same key stays on the page. A confirmation is a part of its VM's screen. */
const keyOf = (screen: ShownScreen) =>
  screen.kind === 'vm' ? vmKey(screen.accountId, screen.vmId) : JSON.stringify(screen);

export function OpenScreen({ screen }: { readonly screen: ShownScreen }) {
  const shown = <Loaded key={keyOf(screen)} screen={screen} />;
  if (screen.kind === 'welcome') return <WithMessages>{shown}</WithMessages>;
  if (screen.kind === 'vm')
    return <WithMessages accountId={screen.accountId}>{shown}</WithMessages>;
  return shown;
}
