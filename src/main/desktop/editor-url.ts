/** The schemes that a VM may be opened with; every other one could start any program there is. */
const SCHEMES = ['vscode', 'vscode-insiders', 'cursor', 'windsurf', 'zed', 'jetbrains-gateway'];

/** The address if it is one of an editor's, else null. */
export function editorUrl(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && SCHEMES.includes(url.protocol.slice(0, -1)) ? url.href : null;
}
