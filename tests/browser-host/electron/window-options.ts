import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { compileFunction } from 'node:vm';
import { z } from 'zod';

/** Reads a preload. @throws when Electron's sandbox would not run it */
export function readPreload(path: string): string {
  if (!isAbsolute(path)) throw new Error(`preload script must have absolute path: ${path}`);
  const source = readFileSync(path, 'utf8');
  try {
    // The sandbox runs it as a function body, where `import` and `export` are syntax errors.
    compileFunction(source, ['require', 'module', 'exports']);
  } catch (cause) {
    throw new Error(`Unable to load preload script: ${path}: ${String(cause)}`, { cause });
  }
  return source;
}

const flag = z.boolean().optional();
const whole = z.int().optional();
const text = z.string().optional();

/** Options that change nothing here. */
const ignored = (names: string, type: z.ZodType) =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** Supported options. Those that would weaken Electron's isolation are refused. */
export const windowOptions = z.strictObject({
  ...{ width: whole, height: whole, x: whole, y: whole },
  ...{ minWidth: whole, minHeight: whole },
  ...{ show: flag, frame: flag, skipTaskbar: flag, alwaysOnTop: flag, title: text },
  ...ignored(
    'resizable minimizable maximizable movable fullscreenable closable hasShadow roundedCorners',
    flag,
  ),
  ...ignored('autoHideMenuBar useContentSize center', flag),
  ...ignored('type backgroundColor titleBarStyle', text),
  icon: z.unknown().optional(),
  transparent: z.literal(false).optional(),
  webPreferences: z
    .strictObject({
      preload: text,
      ...ignored('sandbox contextIsolation webSecurity', z.literal(true).optional()),
      ...ignored(
        'nodeIntegration nodeIntegrationInSubFrames nodeIntegrationInWorker webviewTag allowRunningInsecureContent experimentalFeatures navigateOnDragDrop',
        z.literal(false).optional(),
      ),
      ...ignored('safeDialogs spellcheck devTools enableWebSQL', flag),
      ...ignored('disableBlinkFeatures', text),
    })
    .optional(),
});
