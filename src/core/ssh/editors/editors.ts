/** The editors that open a folder on a VM from a URL. */
export type EditorId =
  | 'vscode'
  | 'vscode-insiders'
  | 'cursor'
  | 'windsurf'
  | 'zed'
  | 'jetbrains-gateway';

/** An editor that may be offered where something opens its URLs. */
export interface Editor {
  readonly id: EditorId;
  /** As people know it. */
  readonly name: string;
  /** The scheme of its URLs, without the colon. */
  readonly scheme: string;
}

const EDITORS: readonly Editor[] = [
  { id: 'vscode', name: 'VS Code', scheme: 'vscode' },
  { id: 'vscode-insiders', name: 'VS Code Insiders', scheme: 'vscode-insiders' },
  { id: 'cursor', name: 'Cursor', scheme: 'cursor' },
  { id: 'windsurf', name: 'Windsurf', scheme: 'windsurf' },
  { id: 'zed', name: 'Zed', scheme: 'zed' },
  { id: 'jetbrains-gateway', name: 'JetBrains Gateway', scheme: 'jetbrains-gateway' },
];

/** The schemes that a VM may be opened with; every other one could start any program there is. */
export const EDITOR_SCHEMES: readonly string[] = EDITORS.map(({ scheme }) => scheme);

/**
 * The editors to offer: those whose URLs something on this machine opens.
 * @param hasHandler asks the system for a scheme, such as `vscode`
 */
export function offeredEditors(hasHandler: (scheme: string) => boolean): readonly Editor[] {
  return EDITORS.filter(({ scheme }) => hasHandler(scheme));
}
