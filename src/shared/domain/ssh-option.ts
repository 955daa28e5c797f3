/** Sets which host is meant and under which name its key is stored; changed, a login would go, or trust, somewhere else. */
const IDENTITY = ['hostname', 'hostkeyalias', 'userknownhostsfile', 'checkhostip'];
/** Ends the block, or reads other files: the lines after it would hold for other hosts. */
const STRUCTURE = ['host', 'match', 'include'];

const MAX_OPTION = 1_000;
// Keywords may be quoted and followed by `=`; neither is needed, and the plain form leaves nothing to guess.
const LINE = /^([A-Za-z][A-Za-z0-9]*)(?:[ \t]*=[ \t]*|[ \t]+)(?![ \t=])[^\p{Cc}\u2028\u2029]+$/u;

/**
 * Why a further line of ssh_config(5) cannot be used for a VM, as a sentence for people; null when it can, as far as can be
 * told without ssh.
 */
export function sshOptionProblem(option: string): string | null {
  if (option.length > MAX_OPTION) return `An SSH option has at most ${MAX_OPTION} characters.`;
  const line = option.trim().replaceAll('\t', ' ');
  const [, keyword] = LINE.exec(line) ?? [];
  if (keyword === undefined)
    return 'An SSH option is one line of “Keyword value”, such as “Compression yes”.';
  const lower = keyword.toLowerCase();
  if (IDENTITY.includes(lower)) return `GPU Tray sets ${keyword} itself, for each VM.`;
  if (lower === 'port') return 'The port has a field of its own, which GPU Tray tries as well.';
  if (STRUCTURE.includes(lower))
    return `${keyword} is not possible here: it would change the settings of other hosts.`;
  // An open quote would be an error of the whole configuration, not of this line alone.
  if (line.split('"').length % 2 === 0) return 'A quote in this option is not closed.';
  return null;
}
