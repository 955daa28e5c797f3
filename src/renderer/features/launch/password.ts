/** No characters that look alike or that a shell interprets. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const LENGTH = 20;

/** A random password of 116 bits. The remainder of 32 bits makes no character noticeably likelier. */
export function generatePassword(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(numbers, (number) => ALPHABET.charAt(number % ALPHABET.length)).join('');
}
