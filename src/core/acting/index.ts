export { type Acts, noteActor, readActor, SILENT_MS, tryToAct, whoActs } from './acting-lock.ts';
export { noteIdle, withIdleNote } from './idle-note.ts';
