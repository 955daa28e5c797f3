export { type EditorAddress, type EditorHost, editorAddress } from './editor-address.ts';
export { EDITOR_SCHEMES, type Editor, type EditorId, offeredEditors } from './editors.ts';
