import { randomBytes } from 'node:crypto';
import type { HostWindow } from '../electron/browser-window.ts';

/** A document that was served with a preload in it, and may open one socket. */
export interface ServedDocument {
  readonly window: HostWindow;
  /** Null for the app's own; else the address that a frame of somebody else's would have. */
  readonly foreignUrl: string | null;
}

export interface Documents {
  /** Answers its id, which nobody can guess. */
  add(document: ServedDocument): string;
  find(id: string): ServedDocument | null;
}

export function createDocuments(): Documents {
  const documents = new Map<string, ServedDocument>();
  return {
    add(document) {
      const id = randomBytes(16).toString('hex');
      documents.set(id, document);
      return id;
    },
    find: (id) => documents.get(id) ?? null,
  };
}
