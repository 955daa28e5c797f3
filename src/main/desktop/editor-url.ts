import { EDITOR_SCHEMES } from '../../core/ssh/index.ts';

/** The address if it is one of an editor's, else null. */
export function editorUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && EDITOR_SCHEMES.includes(url.protocol.slice(0, -1)) ? url.href : null;
}
