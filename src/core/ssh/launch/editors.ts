import { posix } from 'node:path';
import type { FoundProgram } from '../../../shared/ssh/ssh-state.ts';
import { isHost, type SshHost } from '../host.ts';

/** A URL for the system to open, or why there is none, as a message for people. */
type EditorAddress = { readonly url: string } | string;

type KnownHost = SshHost & { readonly address: string };

/** Opens a folder on a VM from a URL. Its id is also the scheme of its URLs, without the colon. */
interface EditorRow extends FoundProgram {
  /** @param folder absolute, `~`, or below `~/`, whose path is unknown */
  address(host: KnownHost, folder: string): EditorAddress;
}

/** No other scheme is ever opened. To add an editor, add a row, and if it needs no short SSH names, name it in `usesVmName`. */
const ROWS: readonly EditorRow[] = [
  { id: 'vscode', name: 'VS Code', address: codeAddress('vscode') },
  { id: 'vscode-insiders', name: 'VS Code Insiders', address: codeAddress('vscode-insiders') },
  { id: 'cursor', name: 'Cursor', address: codeAddress('cursor') },
  { id: 'windsurf', name: 'Windsurf', address: codeAddress('windsurf') },
  { id: 'zed', name: 'Zed', address: zedAddress },
  { id: 'jetbrains-gateway', name: 'JetBrains Gateway', address: gatewayAddress },
];

export const EDITORS: readonly FoundProgram[] = ROWS;

const MAX_PATH = 4_096;

/** Whether a typed folder is absolute, or begins with `~`, and is nothing else. */
function isFolder(text: string): boolean {
  const isPlain = text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
  const isDirect = text.length <= MAX_PATH && !text.split('/').includes('..');
  return isPlain && isDirect && /^(?:~$|~?\/)/.test(text);
}

/** Each part of the URL is checked or percent-encoded, so that none can become another part. */
export function editorAddress(id: string, host: SshHost, remoteFolder: string): EditorAddress {
  if (!isFolder(remoteFolder)) return 'Use a folder that begins with / or ~, without “..”.';
  const { address, alias } = host;
  if (address === null || !isHost(address)) return 'This VM has no address yet.';
  if (!/^[a-z0-9-]+$/.test(alias)) return 'This VM has no SSH alias.';
  const row = ROWS.find((editor) => editor.id === id);
  const folder = posix.normalize(remoteFolder).replace(/(?<=.)\/$/, '');
  return row?.address({ ...host, address }, folder) ?? 'Unknown editor.';
}

const encodedPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

const NEEDS_ABSOLUTE = 'This editor needs a folder that begins with /.';

/**
 * VS Code and its forks (microsoft/vscode-remote-release#5377). Without `windowId=_blank` it replaces the front window
 * (microsoft/vscode#174582). Without an absolute path, the window is connected and the user picks a folder.
 */
function codeAddress(scheme: string): EditorRow['address'] {
  return ({ alias }, folder) => {
    if (folder.startsWith('~/')) return NEEDS_ABSOLUTE;
    const target = `ssh-remote+${alias}${folder === '~' ? '' : encodedPath(folder)}`;
    return { url: `${scheme}://vscode-remote/${target}?windowId=_blank` };
  };
}

/** `zed://ssh/<host>/<path>`, where a path may begin with `~` (zed-industries/zed#19970 and #17939). */
function zedAddress({ alias }: KnownHost, folder: string): EditorAddress {
  const path = folder.startsWith('~') ? `/${folder}` : folder;
  return { url: `zed://ssh/${alias}${encodedPath(path)}` };
}

/** Gateway does not run ssh, so it gets the address (jetbrains.com/help/idea/remote-development-a.html). `deploy=false` fills in its form. */
function gatewayAddress(
  { address, login: { user, port } }: KnownHost,
  folder: string,
): EditorAddress {
  if (folder.startsWith('~/')) return NEEDS_ABSOLUTE;
  const parts = Object.entries({
    type: 'ssh',
    deploy: 'false',
    host: address,
    port: String(port ?? 22),
    ...(user === null ? {} : { user }),
    ...(folder === '~' ? {} : { projectPath: folder }),
  });
  const fragment = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { url: `jetbrains-gateway://connect#${fragment.join('&')}` };
}
