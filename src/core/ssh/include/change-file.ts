import { dirname, resolve } from 'node:path';
import { type Disk, errorCode, type Ownership } from './disk.ts';
import { failureReason, type Inspection, inspectFile } from './inspect-file.ts';
import {
  createFile,
  isUnfinished,
  keepAside,
  namesBeside,
  recover,
  swapFile,
} from './swap-file.ts';

/** What the file is to be, from what it is; null is "no file" on both sides. latin1. */
export type Transform = (text: string | null) => string | null;

/** How a change of the user's file ended. In each case nothing of theirs is lost. */
export type ChangeOutcome =
  /** `backup`: the file as it was before, or null where there was none. */
  | { readonly kind: 'done'; readonly backup: string | null }
  | { readonly kind: 'unchanged' }
  /** Nothing was changed; a sentence for people. */
  | { readonly kind: 'refused'; readonly reason: string };

/** How often the file may change under our hands before we leave it to its editor. */
const ATTEMPTS = 8;
const NEW_FILE: Ownership = { mode: 0o600, uid: -1, gid: -1 };
const MAX_LINKS = 16;

/** Where a chain of symbolic links leads, also when nothing is there. */
function targetOf(disk: Disk, named: string): string {
  let path = named;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const link = disk.readLink(path);
    if (link === null) return path;
    path = resolve(dirname(path), link);
  }
  return path;
}

type Found = Extract<Inspection, { kind: 'file' }>;

/** Replaces what we have written, null for no file, by what it should have been. */
function putNext(disk: Disk, found: Found, written: string | null, next: string | null) {
  const { path, ownership } = found;
  if (written === null) return next === null ? 'done' : createFile(disk, { path, next, ownership });
  const outcome = swapFile(disk, { path, expected: written, next, ownership });
  // What stands aside then is our own text, not the user's.
  if (outcome === 'done') disk.unlink(namesBeside(path).aside);
  return outcome;
}

/**
 * A program that had the old file open when we moved it may go on writing into it. Whatever it wrote by now is brought over;
 * what it writes later is in the copy.
 */
function bringOver(disk: Disk, found: Found, backup: string, transform: Transform): void {
  let seen = found.text;
  let written = transform(seen);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const late = disk.read(backup);
    if (late === seen) return;
    const next = transform(late);
    const outcome = putNext(disk, found, written, next);
    // Somebody wrote a file of their own over ours: theirs is the newer.
    if (outcome === 'changed') return;
    seen = late;
    written = next;
  }
}

function changeFound(disk: Disk, found: Found, transform: Transform): ChangeOutcome | 'again' {
  const { path, text, ownership } = found;
  const next = transform(text);
  if (next === text) return { kind: 'unchanged' };
  if (swapFile(disk, { path, expected: text, next, ownership }) === 'changed') return 'again';
  const backup = keepAside(disk, { path, spare: [text, next] });
  bringOver(disk, found, backup, transform);
  return { kind: 'done', backup };
}

function changeAbsent(disk: Disk, path: string, transform: Transform): ChangeOutcome | 'again' {
  const next = transform(null);
  if (next === null) return { kind: 'unchanged' };
  disk.mkdir(dirname(path));
  if (createFile(disk, { path, next, ownership: NEW_FILE }) === 'changed') return 'again';
  return { kind: 'done', backup: null };
}

/** Whether there is anything to mend, or another GPU Tray is changing the file just now. @throws the file system's error */
export function mayNeedMending(disk: Disk, named: string): boolean {
  return isUnfinished(disk, targetOf(disk, named));
}

/** Undoes what a GPU Tray left that died in the middle of a change. @throws the file system's error */
export function mendFile(disk: Disk, named: string): void {
  recover(disk, targetOf(disk, named));
}

function changeOnce(disk: Disk, named: string, uid: number | null, transform: Transform) {
  mendFile(disk, named);
  const found = inspectFile(disk, named, uid);
  switch (found.kind) {
    case 'odd':
      return { kind: 'refused', reason: found.reason } as const;
    case 'absent':
      return changeAbsent(disk, found.path, transform);
    case 'file':
      return changeFound(disk, found, transform);
  }
}

/**
 * Changes a file of the user's such that nothing in it can be lost, whatever one other program does to it meanwhile. Covered,
 * and shown by tests at every step in between: an editor that writes in place, that renames a new file over it, that had it open
 * or had emptied it before and writes after, one that appends in the moment in which the file has no name, somebody who deletes
 * it, and our own death. In each, the user's text is in the file; or in `<file>.before-gpu-tray`, when it was written into a
 * file that had been replaced already; or in `….before-gpu-tray-1`, when a new file took the name of the old one in that moment.
 * An older copy is replaced only where all of it stands in the file itself; otherwise the new one gets a number.
 * Not covered: a second editor that does the same within the same microseconds, and one that kept the file open over two
 * changes of ours.
 * @param named the path as the user knows it, a symbolic link perhaps, which stays one
 * @param uid ours; null on Windows
 */
export function changeFile(
  disk: Disk,
  named: string,
  uid: number | null,
  transform: Transform,
): ChangeOutcome {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = changeOnce(disk, named, uid, transform);
      if (outcome !== 'again') return outcome;
    }
    return { kind: 'refused', reason: `${named} is being changed by another program.` };
  } catch (error) {
    if (errorCode(error) === 'unknown reason') throw error;
    return { kind: 'refused', reason: failureReason(named, error) };
  }
}
