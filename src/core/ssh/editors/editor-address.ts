import { isIP, isIPv6 } from 'node:net';
import type { EditorId } from './editors.ts';
import { encodedPath, type RemotePath, readRemotePath } from './remote-path.ts';

/** What of a VM goes into a URL. */
export interface EditorHost {
  /** Its alias where the user's configuration includes ours, so that the editor's ssh knows it; else null. */
  readonly alias: string | null;
  readonly user: string | null;
  readonly port: number | null;
  readonly address: string | null;
}

/** A URL for the system to open, or why there is none, as a sentence for people. */
export type EditorAddress =
  | { readonly state: 'url'; readonly url: string }
  | { readonly state: 'refused'; readonly reason: string };

type Place = Exclude<RemotePath, { from: 'nowhere' }>;

/**
 * The URL that opens a folder on a VM in an editor. Only the alias (or user, port and address) and the path go into it, each
 * checked or percent-encoded: nothing of it can become another part of the URL.
 */
export function editorAddress(
  editor: EditorId,
  host: EditorHost,
  remotePath: string,
): EditorAddress {
  const place = readRemotePath(remotePath);
  if (place.from === 'nowhere') return refused(place.reason);
  if (host.address === null || isIP(host.address) === 0 || host.address.includes('%'))
    return refused('The VM has no address yet.');
  if (host.alias !== null && !/^[a-z0-9-]+$/.test(host.alias))
    return refused('The VM has no name that SSH could use.');
  const known = { ...host, address: host.address };
  switch (editor) {
    case 'vscode':
    case 'vscode-insiders':
    case 'cursor':
    case 'windsurf':
      return codeAddress(editor, known, place);
    case 'zed':
      return zedAddress(known, place);
    case 'jetbrains-gateway':
      return gatewayAddress(known, place);
  }
}

type KnownHost = EditorHost & { readonly address: string };

function refused(reason: string): EditorAddress {
  return { state: 'refused', reason };
}

function authority({ alias, user, port, address }: KnownHost): string {
  if (alias !== null) return alias;
  const target = isIPv6(address) ? `[${address}]` : address;
  return `${user === null ? '' : `${encodeURIComponent(user)}@`}${target}${port === null ? '' : `:${port}`}`;
}

/**
 * VS Code and what is made of it: `<scheme>://vscode-remote/ssh-remote+<host>/<path>` (microsoft/vscode-remote-release#5377).
 * Without `windowId=_blank` it takes over the window in front (microsoft/vscode#174582). A path is absolute there; without one
 * the window is connected and the user picks a folder.
 */
function codeAddress(scheme: EditorId, host: KnownHost, place: Place): EditorAddress {
  if (host.alias === null && isIPv6(host.address))
    return refused('An IPv6 address needs GPU Tray’s line in your SSH configuration.');
  if (place.from === 'home' && place.names.length > 0)
    return refused('This editor needs a folder that begins with /.');
  const path = place.from === 'home' ? '' : encodedPath(place.names) || '/';
  const target = `ssh-remote+${authority(host)}${path}`;
  return { state: 'url', url: `${scheme}://vscode-remote/${target}?windowId=_blank` };
}

/** `zed://ssh/[<user>@]<host>[:<port>]/<path>`, where a path may begin with `~` (zed-industries/zed#19970 and #17939). */
function zedAddress(host: KnownHost, place: Place): EditorAddress {
  const path = place.from === 'home' ? `/~${encodedPath(place.names)}` : encodedPath(place.names);
  return { state: 'url', url: `zed://ssh/${authority(host)}${path || '/'}` };
}

/**
 * Gateway does not run ssh itself, so it is given the address rather than the alias
 * (jetbrains.com/help/idea/remote-development-a.html). `deploy=false` fills its form in and leaves the choice of IDE to the user.
 */
function gatewayAddress({ address, port, user }: KnownHost, place: Place): EditorAddress {
  if (place.from === 'home' && place.names.length > 0)
    return refused('This editor needs a folder that begins with /.');
  const folder = place.from === 'home' ? [] : [['projectPath', `/${place.names.join('/')}`]];
  const parts = [
    ['type', 'ssh'],
    ['deploy', 'false'],
    ['host', address],
    ['port', String(port ?? 22)],
    ...(user === null ? [] : [['user', user]]),
    ...folder,
  ];
  const fragment = parts.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
  return { state: 'url', url: `jetbrains-gateway://connect#${fragment.join('&')}` };
}
