import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** Where a command needs an account and none is stored. @param otherwise what else the command can be given, as a clause */
export function nobodySignedIn(otherwise: string | null = null): CommandError {
  const more = otherwise === null ? '' : `, or ${otherwise}`;
  return new CommandError(
    EXIT.signedOut,
    `No account is signed in; sign one in with the login command${more}.`,
  );
}
