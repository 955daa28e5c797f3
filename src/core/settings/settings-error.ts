type SettingsErrorKind = 'unreadable' | 'unwritable' | 'readOnly';

function message(kind: SettingsErrorKind, path: string, code: string): string {
  switch (kind) {
    case 'unreadable':
      return `The settings file ${path} cannot be read (${code}). Check its permissions.`;
    case 'unwritable':
      return `The settings file ${path} cannot be written (${code}). Check its permissions and the free space; nothing was changed.`;
    case 'readOnly':
      return `The settings in ${path} were written by a newer GPU Tray. Update this one to change them.`;
  }
}

/** Settings that cannot be read or changed. The message says which file, why, and what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly kind: SettingsErrorKind;

  constructor(kind: SettingsErrorKind, path: string, cause?: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    super(message(kind, path, code), { cause });
    this.kind = kind;
  }
}
