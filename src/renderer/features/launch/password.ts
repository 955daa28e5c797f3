/** No characters that look alike or that a shell interprets. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const LENGTH = 20;

/** A random password of 116 bits. The remainder of 32 bits makes no character noticeably likelier. */
export function generatePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(numbers, (number) => ALPHABET.charAt(number % ALPHABET.length)).join('');
}

const SETS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const SIZES = [26, 26, 10, 32];

/** 0: weak, 1: good, 2: strong, by the bits of a random password of these characters; repeated ones count little. */
export function passwordStrength(password: string): 0 | 1 | 2 {
  const size = SETS.reduce((sum, set, at) => sum + (set.test(password) ? (SIZES[at] ?? 0) : 0), 0);
  const distinct = new Set(password).size;
  const bits = Math.min(password.length, distinct * 1.5) * Math.log2(Math.max(size, 1));
  return bits < 60 ? 0 : bits < 80 ? 1 : 2;
}
