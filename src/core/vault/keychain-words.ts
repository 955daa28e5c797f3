/*
 * Keychains report failures as text only, through keytar and through the tools of the bus alike. These are the texts of
 * D-Bus, GLib, the Secret Service and macOS that we rely on, in English because the programs are run with LC_ALL=C. A text
 * we do not know is not guessed at: the bus is asked, or it is a refusal.
 */

const NO_SERVICE =
  /org\.freedesktop\.secrets was not provided|cannot autolaunch|unable to autolaunch|failed to (?:open connection|connect) to|could not connect|error connecting|ServiceUnknown|dbus-launch|failed to load keytar/i;
const NO_COLLECTION = /object does not exist|no such (?:object|interface)|UnknownObject/i;
const LOCKED = /locked collection|(?:is|was) locked|IsLocked|user interaction is not allowed/i;
const SILENT = /timeout was reached|timed out|did not receive a reply/i;

/** What a failure's text says; `undefined` when it is none of the known ones. */
export function understandWords(words: string): 'missing' | 'locked' | 'silent' | undefined {
  if (NO_SERVICE.test(words) || NO_COLLECTION.test(words)) return 'missing';
  if (LOCKED.test(words)) return 'locked';
  return SILENT.test(words) ? 'silent' : undefined;
}
