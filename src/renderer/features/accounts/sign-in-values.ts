import { serviceUrl } from '../../../shared/format/index.ts';
import { type CredentialKind, signInMessages } from './sign-in-messages.ts';

/** The typed values. The secret is held only in its input and here, while it is sent. */
export interface SignInValues {
  readonly baseUrl: string;
  readonly email: string;
  readonly secret: string;
}

export type SignInProblems = { readonly [Field in keyof SignInValues]: string | null };

/** The secret is not trimmed: a password may begin or end with spaces. @param baseUrl as typed, or of the provider */
export function valuesOf(form: HTMLFormElement, baseUrl: string): SignInValues {
  const data = new FormData(form);
  const textIn = (name: string) => String(data.get(name) ?? '');
  return {
    baseUrl: serviceUrl(baseUrl),
    email: textIn('email').trim(),
    secret: textIn('secret'),
  };
}

/** Null: valid. */
function serviceUrlProblem(baseUrl: string): string | null {
  const isWeb = /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '');
  return isWeb ? null : signInMessages.problems.serviceUrl;
}

/** Catches slips early; main validates. Null: every field is valid. */
export function problemsOf(values: SignInValues, kind: CredentialKind): SignInProblems | null {
  const { problems } = signInMessages;
  const isKey = kind === 'apiKey';
  const found: SignInProblems = {
    baseUrl: serviceUrlProblem(values.baseUrl),
    email: isKey || /^\S+@\S+$/.test(values.email) ? null : problems.email,
    secret: values.secret === '' ? problems[isKey ? 'apiKey' : 'password'] : null,
  };
  return Object.values(found).every((problem) => problem === null) ? null : found;
}
