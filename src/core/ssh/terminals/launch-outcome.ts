/** How starting a terminal went. */
export type LaunchOutcome =
  /** Its window is open, or its program still runs. */
  | { readonly state: 'opened' }
  /** This terminal cannot be given this command exactly; the reason is a sentence. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'absent'; readonly program: string }
  | { readonly state: 'forbidden'; readonly program: string }
  /** It ended at once. `complaint` is its first line on stderr that is one, or null when it said nothing. */
  | { readonly state: 'failed'; readonly ending: string; readonly complaint: string | null };

/** What to tell people, or null when there is nothing to tell. */
export function launchProblem(terminalName: string, outcome: LaunchOutcome): string | null {
  switch (outcome.state) {
    case 'opened':
      return null;
    case 'refused':
      return `${outcome.reason} Choose another terminal, or copy the command.`;
    case 'absent':
      return `${terminalName} could not be started: ${outcome.program} is not there.`;
    case 'forbidden':
      return `${terminalName} could not be started: ${outcome.program} may not be run.`;
    case 'failed':
      return outcome.complaint === null
        ? `${terminalName} ended at once (${outcome.ending}).`
        : `${terminalName} ended at once (${outcome.ending}): ${outcome.complaint}`;
  }
}
