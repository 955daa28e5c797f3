import type { GpuModel } from './gpu-offer.ts';

/** GB that GPUs are sold with. Drivers report up to 7 % less. */
const SIZES = [
  ...[4, 6, 8, 10, 11, 12, 16, 20, 24, 32, 40, 48, 64, 72, 80],
  ...[94, 96, 128, 141, 180, 192, 256, 288],
];

/** GB as it is sold: 80 for 79.6, 141 for 140.4. Another size stays as it is, rounded. */
export function soldGb(gb: number): number {
  const missing = (size: number) => Math.abs(size - gb);
  const [nearest = gb] = SIZES.toSorted((a, b) => missing(a) - missing(b));
  return missing(nearest) <= nearest * 0.07 ? nearest : Math.round(gb);
}

const DATA_CENTER =
  /^(h100|h200|h800|h20|a100x?|a800|v100|p100|a2|a10g?|a16|a30|a40|b[23]00|gb[23]00|gh200|k80|l4|l20|l40s?|m40|p40?|t4|mi210|mi250x?|mi3(?:00|25|55)x)(?= |$)/;

/** Families with several forms, which the others do not name. */
const FORMED = /^(H100|H200|H800|A100|A800|V100|P100|RTX PRO \d+)$/;

/** `4080s`, `4070s ti` and `4070 ti super`. */
function geForce(number = '', suffix = '', words = ''): string {
  const isSuper = suffix === 's' || / s(uper)?\b/.test(words);
  const isD = suffix === 'd' || / d\b/.test(words);
  const model = `${number < '2' ? 'GTX' : 'RTX'} ${number}${isD ? 'D' : ''}`;
  return [model, / ti\b/.test(words) && 'Ti', isSuper && 'SUPER'].filter(Boolean).join(' ');
}

/** Patterns of a text as `plain` writes it, and the names of their parts. */
const FAMILIES: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [DATA_CENTER, (name = '') => name.toUpperCase()],
  [/^(?:[rg]tx )?([2-5]0[5-9]0|10[5-8]0|16[3-6]0)([ds]?)((?: (?:ti|super|s|d))*)(?= |$)/, geForce],
  [/^(?:rtx )?pro ([2-6][05]00)(?= |$)/, (number) => `RTX PRO ${number}`],
  [
    /^(?:rtx )?([2-6][058]\d0)( sff)? ada(?= |$)/,
    (number, sff) => `RTX ${number}${sff ? ' SFF' : ''} Ada`,
  ],
  [/^(?:rtx )?a([2-6][05]00)(?= |$)/, (number) => `RTX A${number}`],
  [/^(?:q|quadro) (?:rtx )?([4-8]000)(?= |$)/, (number) => `Quadro RTX ${number}`],
  // Of either generation.
  [/^(?:rtx )?([4-8]000)(?= |$)/, (number) => `RTX ${number}`],
];

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^sxm\d?$/, 'SXM'],
  [/^pcie$/, 'PCIe'],
  [/^nvl$/, 'NVL'],
  [/^max-q$/, 'Max-Q'],
  [/^s(erver)?$/, 'Server'],
  [/^(ws|workstation)$/, 'Workstation'],
];

/** Words that tell nothing, after a family. */
const NOISE = /^(ac|oam|hbm\w*|gddr\w*)$/;

/** Longer texts are no names. */
const MAX_NAME = 100;

/** Lower case, words apart, without makers, brands that all of a family have, and counts such as `gpu_8x_` and `8x`. */
const plain = (text: string) =>
  text
    .slice(0, MAX_NAME)
    .toLowerCase()
    .replace(/[\s_()/,]+|-(?!q\b)/g, ' ')
    .replace(/\b(nvidia|amd|geforce|tesla|instinct|blackwell|generation|edition|gpus?)\b/g, ' ')
    .replace(/\b(rtx|gtx|pro)(?=a?\d{4})/g, '$1 ')
    .replace(/(\d{4})ada\b/g, '$1 ada')
    .replace(/\bmax q\b/g, 'max-q')
    .replace(/^\s*\d{1,2} ?[x×] ?(?=\S)/, '')
    .replace(/(\d) (?=gi?b\b)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Form and size in the words after a family; null: another word is there. */
function partsOf(words: readonly string[]): Pick<GpuModel, 'form' | 'vramGb'> | null {
  let form: string | null = null;
  let vramGb: number | null = null;
  for (const word of words) {
    const named = FORMS.find(([spelling]) => spelling.test(word))?.[1];
    const size = /^(\d{1,3})(?:gi?b?)?$/.exec(word)?.[1];
    // A Max-Q is a Workstation, too.
    if (named !== undefined) form ??= named;
    else if (size !== undefined) vramGb = Number(size);
    else if (!NOISE.test(word)) return null;
  }
  return { form, vramGb };
}

/** A name's own words; null: it is none that is known. */
function parsed(text: string): GpuModel | null {
  const sent = text.length > MAX_NAME ? '' : plain(text);
  for (const [pattern, nameOf] of FAMILIES) {
    const match = pattern.exec(sent);
    if (match === null) continue;
    const [start, ...parts] = match;
    const family = nameOf(...parts);
    const words = sent.slice(start.length).split(' ').filter(Boolean);
    const gpu = partsOf(words);
    if (gpu === null) return null;
    // An H100 SXM is also listed as `H100 80GB HBM3`.
    const isSxm = family === 'H100' && words.includes('hbm3');
    const form = gpu.form ?? (isSxm ? 'SXM' : null);
    return { ...gpu, family, form: FORMED.test(family) ? form : null };
  }
  return null;
}

const ADA_GB: Record<string, number> = { 'RTX 4000': 20, 'RTX 5000': 32, 'RTX 6000': 48 };

/** By any provider's spelling. @param vramGb of one GPU, as reported; null: only the text may tell it */
export function gpuOf(text: string, vramGb: number | null): GpuModel | null {
  const gpu = parsed(text);
  if (gpu === null) return null;
  const sold = vramGb === null ? gpu.vramGb : soldGb(vramGb);
  const known = { ...gpu, vramGb: sold };
  // All others of this family are called NVL.
  if (gpu.family === 'H200') return { ...known, form: gpu.form ?? 'SXM' };
  if (!/^RTX [4-8]000$/.test(gpu.family)) return known;
  const isAda = sold !== null && ADA_GB[gpu.family] === sold;
  return { ...known, family: isAda ? `${gpu.family} Ada` : `Quadro ${gpu.family}` };
}

/** Whether a GPU is what a person calls `word`: each form and size that `word` does not exclude. For an unknown word, the GPU has all its words. */
export function isGpu(gpu: GpuModel | null, gpuText: string, word: string): boolean {
  const wanted = parsed(word);
  if (wanted === null) {
    const words = plain(gpuText).split(' ');
    const asked = plain(word).split(' ');
    return asked.every((each) => words.includes(each));
  }
  if (gpu === null) return false;
  const generic = gpu.family.replace(/^Quadro | Ada$/g, '');
  const isFamily = [gpu.family, generic].includes(wanted.family);
  const isForm = wanted.form === null || wanted.form === gpu.form;
  return isFamily && isForm && (wanted.vramGb === null || wanted.vramGb === gpu.vramGb);
}
