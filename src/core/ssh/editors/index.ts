export { type EditorAddress, type EditorHost, editorAddress } from './editor-address.ts';
export { type Editor, type EditorId, offeredEditors } from './editors.ts';
