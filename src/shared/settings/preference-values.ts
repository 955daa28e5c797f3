// For the fields of the panel, which loads no zod.

export const THEMES = ['system', 'light', 'dark'] as const;
export const IDLE_SECONDS = [30, 60, 120] as const;
export const SHELLS = ['powershell', 'cmd'] as const;

const isTrimmed = (text: string, pattern: RegExp) => text === text.trim() && pattern.test(text);

export const isNamePrefix = (text: string) => /^[a-z0-9]{1,16}$/.test(text);

export const isTerminalCommand = (text: string) => isTrimmed(text, /^.{1,1000}$/su);

export const isRemoteFolder = (text: string) =>
  isTrimmed(text, /^(?=[/~])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]{1,1024}$/u);

/** A user name that ssh takes and no shell or config file misreads. */
export function isSshUser(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(text);
}

/** Whether a path is safe as a key file in ssh_config(5). @param path trimmed */
export function isKeyFile(path: string): boolean {
  return (
    path.length <= 1_024 &&
    !path.startsWith('-') &&
    // They end a line or a quoted word, or hide what follows.
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u.test(path) &&
    // ssh expands it, and has no escape for it.
    !path.includes('${') &&
    // Fedora's and RHEL's ssh load the library that such an identity names (RFC 7512).
    !/^pkcs11:/i.test(path)
  );
}
