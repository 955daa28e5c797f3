import { type Disk, errorCode, type Ownership } from './disk.ts';

/** The names beside the user's file. Two GPU Trays never use them at once: the caller holds the lock. */
export function namesBeside(path: string) {
  return {
    /** The new content, until it takes its place. */
    fresh: `${path}.gpu-tray-new`,
    /** The user's file for the moment between being moved away and the new one standing there. */
    aside: `${path}.gpu-tray-aside`,
    /** The user's file as it was before our last change: kept. */
    backup: `${path}.before-gpu-tray`,
  };
}

function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Whether the error says that something of that name is there. */
function isTaken(error: unknown): boolean {
  return errorCode(error) === 'EEXIST';
}

/** Gives a file its final name unless that is taken. Answers whether it did. */
function moveUnlessTaken(disk: Disk, from: string, to: string, ownership: Ownership): boolean {
  try {
    disk.link(from, to);
  } catch (error) {
    if (isTaken(error)) return false;
    // A file system without hard links (exFAT, some network shares): not at one stroke, but never over something else.
    try {
      disk.create(to, disk.read(from), ownership);
    } catch (second) {
      if (isTaken(second)) return false;
      throw second;
    }
  }
  disk.unlink(from);
  return true;
}

/** What the file was when we looked, and what it is to be. */
export interface Swap {
  /** Behind every symbolic link. */
  readonly path: string;
  /** latin1 */
  readonly expected: string;
  /** latin1; null takes the file away. */
  readonly next: string | null;
  readonly ownership: Ownership;
}

/**
 * Puts back what was moved away. If somebody has written a new file meanwhile, that one stays, and the old one is kept under a
 * name of its own: the new one need not hold what the old one did, since `>>` makes a new file when it finds none.
 */
function putBack(disk: Disk, path: string, ownership: Ownership): void {
  const { aside, backup } = namesBeside(path);
  let to = path;
  for (let n = 1; !moveUnlessTaken(disk, aside, to, ownership); n += 1) to = `${backup}-${n}`;
}

/** What stands aside after a change, to be kept. */
export interface Kept {
  readonly path: string;
  /** Texts, as latin1, that are not lost with a copy that holds one of them: they stand elsewhere. */
  readonly spare: readonly (string | null)[];
}

/**
 * Keeps the file as it was before the change. A copy of an earlier change may hold what an editor wrote into it late, and
 * then stays: nothing but a copy of what is known anyhow is ever replaced. @returns where it is kept
 */
export function keepAside(disk: Disk, { path, spare }: Kept): string {
  const { aside, backup } = namesBeside(path);
  for (let n = 0; ; n += 1) {
    const to = n === 0 ? backup : `${backup}-${n}`;
    if (disk.isThere(to) && !spare.includes(disk.read(to))) continue;
    // By a rename, so that it stays the same file for a program that has it open.
    disk.rename(aside, to);
    return to;
  }
}

/** Moves the user's file away, whichever it is by now; false when there is none any more. */
function moveAway(disk: Disk, path: string): boolean {
  try {
    disk.rename(path, namesBeside(path).aside);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function swapIn(disk: Disk, swap: Swap): 'done' | 'changed' {
  const { path, expected, next, ownership } = swap;
  const { fresh, aside } = namesBeside(path);
  if (!moveAway(disk, path)) return 'changed';
  try {
    const isPlaced =
      disk.read(aside) === expected &&
      (next === null || moveUnlessTaken(disk, fresh, path, ownership));
    if (isPlaced) return 'done';
  } catch (error) {
    putBack(disk, path, ownership);
    throw error;
  }
  putBack(disk, path, ownership);
  return 'changed';
}

/**
 * Replaces the user's file if it is still what we read; `changed` when it is not, and then whatever is there stays. After `done`
 * the old file stands aside, still the same one for a program that has it open.
 *
 * A plain rename over the file would lose what an editor put there since we last looked, however short that time is. Moving the
 * file away first and looking then loses nothing: what was moved is what we see, and a file written meanwhile keeps the name.
 * The price is a moment of some microseconds in which the name is free; `recover` mends it if we die in it.
 * @throws the file system's error, with the user's file in its place
 */
export function swapFile(disk: Disk, swap: Swap): 'done' | 'changed' {
  const { fresh } = namesBeside(swap.path);
  try {
    if (swap.next !== null) disk.create(fresh, swap.next, swap.ownership);
    return swapIn(disk, swap);
  } finally {
    removeIfThere(disk, fresh);
  }
}

/** Writes a file where there is none; `changed` when there is one by now. */
export function createFile(
  disk: Disk,
  { path, next, ownership }: { path: string; next: string; ownership: Ownership },
): 'done' | 'changed' {
  const { fresh } = namesBeside(path);
  try {
    disk.create(fresh, next, ownership);
    return moveUnlessTaken(disk, fresh, path, ownership) ? 'done' : 'changed';
  } finally {
    removeIfThere(disk, fresh);
  }
}

/** Whether two names are of one file, as after a hard link whose old name is still there. */
function isSameFile(disk: Disk, one: string, other: string): boolean {
  if (!disk.isThere(other)) return false;
  const [first, second] = [disk.stat(one), disk.stat(other)];
  return first.ino === second.ino && first.dev === second.dev;
}

/** Whether something stands beside the file that only a GPU Tray in the middle of a change, or killed in it, has put there. */
export function isUnfinished(disk: Disk, path: string): boolean {
  const { fresh, aside } = namesBeside(path);
  return disk.isThere(fresh) || disk.isThere(aside);
}

/** Mends what a GPU Tray that was killed in the middle of `swapFile` left: the user's file may stand aside, under no name. */
export function recover(disk: Disk, path: string): void {
  const { fresh, aside } = namesBeside(path);
  removeIfThere(disk, fresh);
  if (!disk.isThere(aside)) return;
  if (isSameFile(disk, aside, path)) {
    disk.unlink(aside);
    return;
  }
  const { mode, uid, gid } = disk.stat(aside);
  putBack(disk, path, { mode: mode & 0o7777, uid, gid });
}
