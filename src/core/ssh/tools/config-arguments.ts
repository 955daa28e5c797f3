import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the user's configuration is, and where ssh would look for it by itself. */
export interface Homes {
  /** `os.homedir()`: the home that `$HOME` names, and where we look. */
  readonly home: string;
  /** `os.userInfo().homedir`: the one of the user database. ssh knows no other, and expands `~` to it. */
  readonly accountHome: string;
}

/** The user's own configuration of ssh. */
export function userConfigPath({ home }: Homes): string {
  return join(home, '.ssh', 'config');
}

/** The folder itself: `$HOME` may end in a slash, or lead to it by a link. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/**
 * What every ssh command begins with so that it reads the user's configuration: nothing, unless `$HOME` is another folder than
 * the user database says, since ssh never looks at `$HOME`.
 */
export function configArguments(homes: Homes): readonly string[] {
  const isSame = realFolder(homes.home) === realFolder(homes.accountHome);
  return isSame ? [] : ['-F', userConfigPath(homes)];
}
