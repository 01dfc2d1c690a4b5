import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import type { ReceivedFile } from '#files/file-storage.ts';
import type { ContextOf, Deps, RequestContext } from '#request/context.ts';
import { withoutBlanks } from './blank-query.ts';
import type { Convert } from './upload.ts';

/** The parsed input of a request. */
export interface Input<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** For endpoints with an upload: the stored file. The operation's transaction must adopt it. */
  readonly file: E extends { upload: object } ? ReceivedFile : undefined;
}
/** Its parameters and its answer are those of the endpoint. */
export type Run<E extends Endpoint> = (context: ContextOf<E>, input: Input<E>) => Promise<AnswerOf<E>>;

interface Steps<Context, Answer> {
  /** Runs before any transaction is open, even with an idempotency key. Returns what answers the request. */
  readonly prepare: (context: Context, request: FastifyRequest) => Promise<Answer>;
  /** Sends what can be sent together with the session check. */
  readonly onLookup?: (deps: Deps, request: FastifyRequest) => void;
  readonly convert?: Convert;
}
type AnyInput = Omit<Input, 'file'> & { readonly file: ReceivedFile | undefined };
type AnySteps = Steps<RequestContext, (context: RequestContext, input: AnyInput) => Promise<unknown>>;

/** What the server does for one endpoint. */
export class Operation {
  readonly endpoint: Endpoint;
  readonly steps: AnySteps;

  constructor(endpoint: Endpoint, steps: AnySteps) {
    this.endpoint = endpoint;
    this.steps = steps;
  }

  static of<E extends Endpoint>(endpoint: E, steps: Steps<ContextOf<E>, Run<E>>): Operation {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guard's kind decides the context, and the endpoint's schemas parse the input
    return new Operation(endpoint, steps as unknown as AnySteps);
  }
}

/** Guard, validation, idempotency, audit and response shape come from the endpoint. */
export const operation = <E extends Endpoint>(endpoint: E, run: Run<E>): Operation =>
  preparedOperation(endpoint, async () => run);

/** `prepare` is for slow work such as hashing. */
export const preparedOperation = <E extends Endpoint>(
  endpoint: E,
  prepare: (context: ContextOf<E>, request: FastifyRequest) => Promise<Run<E>>,
): Operation => Operation.of(endpoint, { prepare });

/** For an upload: the file is stored as `convert` returns it. Its errors are those of the upload. */
export const uploadOperation = <E extends Endpoint>(endpoint: E, convert: Convert, run: Run<E>): Operation =>
  Operation.of(endpoint, { prepare: async () => run, convert });

/**
 * For one record or a list: `read` is sent together with the session check, on the same connection. It must not depend on the caller; if the
 * caller is refused, what it returns is discarded.
 */
export function readOperation<E extends Endpoint, T>(
  endpoint: E,
  read: (db: Db, input: Pick<Input<E>, 'params' | 'query'>, now: Date) => Promise<T>,
  run: (context: ContextOf<E>, record: T, input: Input<E>) => Promise<AnswerOf<E>>,
): Operation {
  const early = new WeakMap<FastifyRequest, Promise<T>>();
  const prepare =
    async (_context: ContextOf<E>, request: FastifyRequest): Promise<Run<E>> =>
    async (context, input) =>
      run(context, await (early.get(request) ?? read(context.deps.db, input, context.now)), input);
  const onLookup = (deps: Deps, request: FastifyRequest) => {
    const params = (endpoint.params ?? NOTHING).safeParse(request.params);
    const query = (endpoint.query ?? NOTHING).safeParse(withoutBlanks(request.query));
    if (!params.success || !query.success) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed with the endpoint's schemas
    const input = { params: params.data, query: query.data } as Pick<Input<E>, 'params' | 'query'>;
    const record = read(deps.db, input, deps.clock.now());
    // Its errors matter only to a caller who passes, and the operation throws them.
    record.catch(() => undefined);
    early.set(request, record);
  };
  return Operation.of(endpoint, { prepare, onLookup });
}

const NOTHING = z.strictObject({});

/** The operations that modules export. */
export const operationsOf = (...modules: readonly object[]): Operation[] =>
  modules.flatMap((module) =>
    Object.values(module).filter((value: unknown): value is Operation => value instanceof Operation),
  );
