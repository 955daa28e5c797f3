import { strict } from './strict.ts';

/** A frame as main sees the sender of a message. @param url its address now, as the app knows it */
export function createFrame(
  url: () => string,
  send: (channel: string, ...args: unknown[]) => void,
  parent: object | null,
): object {
  const frame: object = strict('WebFrameMain', {
    get url() {
      return url();
    },
    get origin() {
      const { protocol, host } = new URL(url());
      return `${protocol}//${host}`;
    },
    parent,
    get top() {
      return parent ?? frame;
    },
    detached: false,
    processId: 1,
    routingId: 1,
    frameTreeNodeId: 1,
    isDestroyed: () => false,
    send,
  });
  return frame;
}
