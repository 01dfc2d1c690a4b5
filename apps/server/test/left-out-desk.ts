import { z } from 'zod';
import type { SignedInUser } from './factories.ts';
import type { TestPortal } from './harness.ts';

export const json = z.record(z.string(), z.unknown());
export type Json = z.output<typeof json>;

/** A record with a value in each field. */
export interface Made {
  /** The path of the change. */
  readonly path: string;
  readonly read: () => Promise<Json>;
  /** Exactly the fields that a change must send, with other values than the record’s. */
  readonly change: Json;
  /** Fields of the response that follow from those. */
  readonly follow?: readonly string[];
}

/** Calls a portal as a user who may do everything. */
export function deskOf(portal: TestPortal, user: SignedInUser, patientId: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await portal.raw({
      method,
      url: `/api${path}`,
      token: user.token,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const add = async (path: string, body: object) =>
    z.looseObject({ id: z.union([z.string(), z.int()]) }).parse(await call('POST', path, body));
  const read = (path: string) => async () => json.parse(await call('GET', path));
  /** Reads one of a list. */
  const readOf = (path: string, id: unknown, body?: object) => async () => {
    const answer = await call(body === undefined ? 'GET' : 'POST', path, body);
    const list = Array.isArray(answer)
      ? answer
      : Object.values(json.parse(answer)).find((part) => Array.isArray(part));
    return json.parse(
      z
        .array(json)
        .parse(list)
        .find((each) => each['id'] === id),
    );
  };
  const made = (path: string, change: Json, follow: readonly string[] = []): Made => ({
    path,
    read: read(path),
    change,
    follow,
  });
  const roleIds = async (name: string) => {
    const row = await portal.deps.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return [row.id];
  };
  return { portal, user, patientId, call, add, read, readOf, made, roleIds };
}
export type Desk = ReturnType<typeof deskOf>;
