import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { login, type CurrentUser } from '@portal/contract/session';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';

/** The response to a sign-in. The browser stores it under `token` and `user`. */
export interface SignedIn {
  readonly token: string;
  readonly user: CurrentUser;
}

/** Calls the portal’s API directly, to set up records and to simulate attacks. */
export interface Api {
  /** Sends any request, with a token or without. A FormData body is sent unchanged, anything else as JSON. */
  readonly send: (
    method: string,
    path: string,
    options?: { readonly token?: string; readonly body?: unknown },
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Calls a contract endpoint. Throws with the response unless it succeeds. */
  readonly succeed: <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    token?: string,
  ) => Promise<ResultOf<E>>;
  readonly signIn: (userName: string, password?: string) => Promise<SignedIn>;
  /** A token of the demo’s SuperAdmin, from one shared session. */
  readonly superToken: () => Promise<string>;
}

/** Creates an API client for a portal. */
export function createApi(portalUrl: string): Api {
  const send: Api['send'] = async (method, path, { token, body } = {}) => {
    const response = await fetch(`${portalUrl}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    return { status: response.status, body: parsed };
  };
  const succeed: Api['succeed'] = async (endpoint, input, token) => {
    const { status, body } = await send(endpoint.method, addressOf(endpoint, input), {
      ...(token === undefined ? {} : { token }),
      ...(input.body === undefined ? {} : { body: input.body }),
    });
    if (status >= 300)
      throw new Error(
        `${endpoint.method} ${endpoint.path} responded with ${status}: ${JSON.stringify(body)}`,
      );
    return parseAnswer(endpoint, body);
  };
  const signIn: Api['signIn'] = (username, password = DEMO_PASSWORD) =>
    succeed(login, { body: { username, password } });
  let superAdmin: Promise<SignedIn> | undefined;
  return {
    send,
    succeed,
    signIn,
    superToken: async () => {
      superAdmin ??= signIn('superadmin');
      return (await superAdmin).token;
    },
  };
}

function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params = new Map(textsOf(input.params));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params.get(name) ?? '');
  const query = new URLSearchParams(textsOf(input.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

const textsOf = (values: unknown): [string, string][] =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).map(([name, value]) => [name, String(value)])
    : [];

function parseAnswer<E extends Endpoint>(endpoint: E, body: unknown): ResultOf<E> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with the schema that defines the type
  return endpoint.response.parse(body) as ResultOf<E>;
}
