import { LINUX_TERMINALS } from './linux-terminals.ts';
import { MACOS_TERMINALS } from './macos-terminals.ts';
import { type Terminal, type TerminalRow, type TerminalSearch, WATCH_MS } from './terminal.ts';
import { WINDOWS_TERMINALS } from './windows-terminals.ts';

function tableFor(platform: NodeJS.Platform): readonly TerminalRow[] {
  switch (platform) {
    case 'darwin':
      return MACOS_TERMINALS;
    case 'win32':
      return WINDOWS_TERMINALS;
    default:
      return LINUX_TERMINALS;
  }
}

/** The terminals that are there, in order of preference: the first is the one to use when the user has chosen none. */
export function findTerminals(search: TerminalSearch): readonly Terminal[] {
  return tableFor(search.platform).flatMap((row): readonly Terminal[] => {
    const place = row.locate(search);
    if (place === null) return [];
    return [
      {
        id: row.id,
        name: row.name,
        launch: (command) => row.launch(place, command, search),
        watchMs: row.watchMs ?? WATCH_MS,
        failureCodes: row.failureCodes ?? null,
      },
    ];
  });
}
