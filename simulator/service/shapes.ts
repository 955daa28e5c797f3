import type { Behaviour } from '../options.ts';

/** The answer of `GET /vms`, whose shape is not documented. */
export function vmListAnswer(
  shape: Behaviour['vmList'],
  records: readonly unknown[],
  total: number,
): unknown {
  switch (shape) {
    case 'array':
      return records;
    case 'items-total':
      return { items: records, total };
    case 'vms':
      return { vms: records };
    case 'data-count':
      return { data: records, count: total };
    case 'data-page-count':
      return { data: records, count: records.length };
  }
}

/** A token response as documented. */
interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

/** The answer of `POST /auth/refresh`, whose fields are not documented. */
export function refreshAnswer(
  shape: Behaviour['refreshAnswer'],
  answer: TokenAnswer,
): Partial<TokenAnswer> {
  const { access_token, refresh_token, token_type, expires_in } = answer;
  switch (shape) {
    case 'full':
      return answer;
    case 'no-refresh-token':
      return { access_token, token_type, expires_in };
    case 'no-expires-in':
      return { access_token, refresh_token, token_type };
    case 'access-only':
      return { access_token };
  }
}

/** Whether an answer of that shape tells the client a refresh token. */
export function tellsRefreshToken(shape: Behaviour['refreshAnswer']): boolean {
  return shape === 'full' || shape === 'no-expires-in';
}
