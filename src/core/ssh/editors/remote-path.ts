/** A folder on a VM: absolute, or within the home folder there, whose path we do not know. */
export type RemotePath =
  | { readonly from: 'root' | 'home'; readonly names: readonly string[] }
  | { readonly from: 'nowhere'; readonly reason: string };

const MAX_PATH = 4_096;

/** Reads `/data/x`, `~` or `~/x`; anything else is refused with a sentence for people. */
export function readRemotePath(text: string): RemotePath {
  if (text.length > MAX_PATH) return refused(`A path has at most ${MAX_PATH} characters.`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed())
    return refused('A path holds no line breaks or other control characters.');
  const [start = '', ...rest] = text.split('/');
  const names = rest.filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) return refused('Write the path without “..”.');
  if (start === '~') return { from: 'home', names };
  if (start === '' && text !== '') return { from: 'root', names };
  return refused('A folder on the VM begins with / or with ~.');
}

function refused(reason: string): RemotePath {
  return { from: 'nowhere', reason };
}

/** `/a%20b/c`: every name percent-encoded, so that none can end the path or begin a query. */
export function encodedPath(names: readonly string[]): string {
  return names.map((name) => `/${encodeURIComponent(name)}`).join('');
}
