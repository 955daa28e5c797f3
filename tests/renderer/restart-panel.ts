/** A zustand store of the panel. */
interface Store {
  getInitialState(): unknown;
  setState(state: unknown, isWhole: true): void;
}

declare global {
  /** In the page: the stores of the panel. */
  var panelStores: Set<Store>;
}

/**
 * Collects the stores of the panel, which zustand makes with `Object.assign`. Runs in the page first, so it must not use
 * anything outside its body.
 */
export function collectStores(): void {
  const stores = new Set<Store>();
  const assign = Object.assign;
  Object.assign = (target: object, ...sources: unknown[]) => {
    const made = assign(target, ...sources);
    if (typeof made === 'function' && 'getInitialState' in made) stores.add(made);
    return made;
  };
  globalThis.panelStores = stores;
}

/**
 * Brings the panel in the open document to its start, as a new document would, at a tenth of the cost. Runs in the page.
 *
 * @param begin `PanelStart` as JSON, which Playwright passes much faster than an object; null: leaves the document without a panel
 */
export async function restartPanel(begin: string | null): Promise<void> {
  const resetStores = () => {
    for (const store of globalThis.panelStores) store.setState(store.getInitialState(), true);
  };
  const hasContent = () => document.querySelector('#root > :not(#crash)') !== null;
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  globalThis.fakeMain.clear();
  // An open menu hides the rest of the document until it is closed.
  const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  for (const menu of document.querySelectorAll('[role=menu]')) menu.dispatchEvent(pressed);
  while (document.querySelector('[role=menu]') !== null)
    await new Promise((done) => setTimeout(done));
  // The panel can't be rendered without main's state, so it shows that it crashed.
  const ignore = (event: ErrorEvent) => event.preventDefault();
  addEventListener('error', ignore);
  resetStores();
  do await new Promise((done) => setTimeout(done));
  while (hasContent());
  removeEventListener('error', ignore);
  // What was unmounted may have left something in a store.
  resetStores();
  getSelection()?.removeAllRanges();
  globalThis.fakeMain.clear();
  if (begin === null) return;
  globalThis.fakeMain.start(JSON.parse(begin));
  do await frame();
  while (!hasContent());
  // Then it also listens to keys.
  await frame();
}
