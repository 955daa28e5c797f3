/** Which address on loopback stands for which of the app's. */
export interface Addresses {
  /** `app://bundle/index.html` in window 1 is `<root>1/app/bundle/index.html`. */
  ofApp(windowId: number, url: string): string;
  /** The other way; an address that is none of the app's stays as it is. */
  toApp(address: string): string;
  /** The window and the app's address of a path below the root, written as the request wrote it. */
  read(path: string): { readonly windowId: number; readonly url: string } | null;
}

/** @param root ends with a slash */
export function createAddresses(root: string): Addresses {
  const read = (path: string) => {
    const match = /^(\d+)\/([a-z][a-z0-9+.-]*)\/([^/?#]+)(\/.*)?$/s.exec(path);
    if (match === null) return null;
    const [, windowId = '', scheme = '', host = '', rest = '/'] = match;
    return { windowId: Number(windowId), url: `${scheme}://${host}${rest}` };
  };
  return {
    ofApp(windowId, url) {
      const { protocol, host, pathname, search, hash } = new URL(url);
      return `${root}${windowId}/${protocol.slice(0, -1)}/${host}${pathname}${search}${hash}`;
    },
    toApp: (address) =>
      address.startsWith(root) ? (read(address.slice(root.length))?.url ?? address) : address,
    read,
  };
}
