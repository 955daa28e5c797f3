/** From a page to the host. `args` are encoded by `encodeClone` as one array. */
export type PageMessage =
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: string;
    }
  | { readonly type: 'send'; readonly channel: string; readonly args: string }
  | { readonly type: 'domReady' }
  | { readonly type: 'loaded' }
  | { readonly type: 'title'; readonly title: string }
  /** The page asks to leave; it stays until `navigation` answers. */
  | { readonly type: 'navigate'; readonly id: number; readonly url: string }
  | { readonly type: 'open'; readonly url: string; readonly frameName: string };

/** From the host to a page. */
export type HostMessage =
  | { readonly type: 'reply'; readonly id: number; readonly value: string }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  | { readonly type: 'message'; readonly channel: string; readonly args: string }
  | { readonly type: 'navigation'; readonly id: number; readonly isAllowed: boolean }
  | { readonly type: 'visible'; readonly isVisible: boolean }
  | { readonly type: 'online'; readonly isOnline: boolean }
  /** The window is gone. */
  | { readonly type: 'closed' }
  /** Load the window's address again, which may have changed. */
  | { readonly type: 'load'; readonly address: string };
