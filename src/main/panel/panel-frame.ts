/** The frame that sent a message, as far as trust goes. */
export interface SendingFrame {
  readonly url: string;
  /** Null for the main frame of a page. */
  readonly parent: object | null;
}

/**
 * Whether a message came from the panel itself. Protocol and host are compared, since the origin of an address with a
 * scheme of our own is the string `null`, as is that of every sandboxed frame.
 * @param frame null when it was gone before its message was read
 */
export function isPanelFrame(frame: SendingFrame | null, panel: URL): boolean {
  if (frame === null || frame.parent !== null) return false;
  const address = URL.parse(frame.url);
  return address?.protocol === panel.protocol && address.host === panel.host;
}
