import type { HostContext } from '../hosts/index.ts';

/** What a command for ssh depends on besides the host. */
export interface SshSetup extends HostContext {
  /** The user's configuration includes ours, so the alias alone says everything. */
  readonly isIncluded: boolean;
  /** `[]`, or `['-F', path]` where ssh would look for its configuration in another home than we do. */
  readonly configArguments: readonly string[];
}
