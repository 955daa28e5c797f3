/**
 * An argument of `Exec` in quotes (Desktop Entry Specification, "The Exec key"): four characters are escaped inside them,
 * then each backslash once more as in every string of the file, and `%` stands for a field code unless doubled.
 */
function quoted(argument: string): string {
  const inQuotes = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}

/** The file that starts the app with the desktop session (XDG Autostart Specification). @param program its full path */
export function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=GPU Tray',
    `Exec=${quoted(program)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
