/** A page's wish to load a document, as `will-navigate` and `will-frame-navigate` tell it. */
export interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/**
 * Whether a page may load that. The panel may load itself anew: that is what it offers when it broke, what the development
 * server does after a change, and what Electron asks about as about any other navigation. Nothing else may be loaded.
 * @param panel its address
 */
export function mayNavigate({ url, isMainFrame }: Navigation, panel: URL): boolean {
  return isMainFrame && URL.parse(url)?.href === panel.href;
}
