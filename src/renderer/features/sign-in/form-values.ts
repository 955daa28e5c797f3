import type { CredentialKind } from './credential-choice.tsx';
import { checkBaseUrl, checkCredential, checkEmail } from './sign-in-checks.ts';

/** What was typed. The secret lives in the form's own input and here for as long as it is sent, nowhere else. */
export interface SignInValues {
  readonly baseUrl: string;
  readonly email: string;
  readonly secret: string;
}

/** What is wrong with each field, in a sentence; null: nothing is. */
export interface SignInProblems {
  readonly baseUrl: string | null;
  readonly email: string | null;
  readonly secret: string | null;
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** What stands in the form now. The secret is not trimmed: blanks may be part of a password. */
export function valuesOf(form: HTMLFormElement): SignInValues {
  const data = new FormData(form);
  return {
    baseUrl: textIn(data, 'baseUrl').trim(),
    email: textIn(data, 'email').trim(),
    secret: textIn(data, 'secret'),
  };
}

/** Null: all is there. */
export function problemsOf(values: SignInValues, kind: CredentialKind): SignInProblems | null {
  const isKey = kind === 'apiKey';
  const problems: SignInProblems = {
    baseUrl: checkBaseUrl(values.baseUrl),
    email: isKey ? null : checkEmail(values.email),
    secret: checkCredential(values.secret, isKey ? 'API key' : 'password'),
  };
  return Object.values(problems).every((problem) => problem === null) ? null : problems;
}
