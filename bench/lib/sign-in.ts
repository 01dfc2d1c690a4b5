import { BENCH_ACCOUNT } from '../fill/account.ts';
import { HttpClient, type Call } from './http.ts';

const { userName, password } = BENCH_ACCOUNT;

/** Signs in to the account used for measuring. */
export const SIGN_IN: Call = { method: 'POST', path: '/auth/login', body: { username: userName, password } };

/** Signs in and returns the session's token. */
export async function signIn(origin: string): Promise<string> {
  const client = new HttpClient(origin, 1);
  const answer = await client.call(SIGN_IN);
  await client.close();
  return tokenOf(answer);
}

/** The token of a response to `SIGN_IN`. */
export function tokenOf(answer: string): string {
  const body: unknown = JSON.parse(answer);
  if (typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string')
    return body.token;
  throw new Error('The portal returned no token');
}
