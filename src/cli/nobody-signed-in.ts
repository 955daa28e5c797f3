import { CommandError } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** Where a command needs an account and none is stored. */
export function nobodySignedIn(): CommandError {
  return new CommandError(
    EXIT.signedOut,
    'No account is signed in; sign one in with the login command, or give --base-url and --api-key-stdin.',
  );
}
