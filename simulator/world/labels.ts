import type { LoadProfile } from './load.ts';
import { fraction, hash, type NonEmpty } from './seeded.ts';

const NAMES: NonEmpty<readonly [label: string, profile: LoadProfile]> = [
  ['train-llama', 'training'],
  ['sd-webui', 'serving'],
  ['notebook', 'idle'],
  ['vllm-prod', 'serving'],
  ['finetune-qwen', 'training'],
  ['eval', 'training'],
  ['comfy-batch', 'serving'],
  ['whisper-asr', 'serving'],
  ['render-farm', 'training'],
  ['scratch', 'idle'],
  ['embeddings', 'serving'],
  ['lora-portrait', 'training'],
];

/** One in ten; of the first dozen, which people look at in a demo, just one. */
function isNameless(seed: number, index: number): boolean {
  return index < NAMES.length ? index === 5 : fraction(seed, index, 12) < 0.1;
}

/** Label and load of the VM number `index`: the names go round and get a number from the second time on. */
export function nameOf(
  seed: number,
  index: number,
): { label: string | null; profile: LoadProfile } {
  const [name, profile] =
    NAMES[(index + (hash(seed, 11) % NAMES.length)) % NAMES.length] ?? NAMES[0];
  if (isNameless(seed, index)) return { label: null, profile };
  const round = Math.floor(index / NAMES.length);
  return { label: round === 0 ? name : `${name}-${round + 1}`, profile };
}
