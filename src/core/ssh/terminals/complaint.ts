const MAX_COMPLAINT = 300;

/** The first line a program complained with, without terminal codes and what it logs on the way; null when there is none. */
export function complaint(stderr: string): string | null {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}(?:\[[0-9;?]*[A-Za-z])?/gu, '').trim())
    .filter((line) => line !== '');
  const first = lines.find((line) => !/^(?:info|debug|warn(?:ing)?)\b/i.test(line)) ?? lines[0];
  return first?.slice(0, MAX_COMPLAINT) ?? null;
}
