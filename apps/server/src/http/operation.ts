import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { ContextOf } from '#request/context.ts';
import type { Binder, EarlyRead, Handler, Input } from './bind.ts';
import type { Convert } from './upload.ts';

/** Its parameters and its answer are those of the endpoint. */
export type Run<E extends Endpoint> = (context: ContextOf<E>, input: Input<E>) => Promise<AnswerOf<E>>;

/** What the server does for one endpoint. */
export class Operation {
  readonly bind: (binder: Binder) => void;

  constructor(bind: (binder: Binder) => void) {
    this.bind = bind;
  }
}

/** Guard, validation, idempotency, audit and response shape come from the endpoint. */
export function operation<E extends Endpoint>(endpoint: E, run: Run<E>): Operation {
  return new Operation((binder) => binder.bind(endpoint, handlerOf(run)));
}

/**
 * For one record or a list: `read` is sent together with the session check, on the same connection. It must not depend on the caller; if the
 * caller is refused, what it returns is discarded.
 */
export function readOperation<E extends Endpoint, T>(
  endpoint: E,
  read: EarlyRead<E, T>,
  run: (context: ContextOf<E>, record: T, input: Input<E>) => Promise<AnswerOf<E>>,
): Operation {
  return new Operation((binder) =>
    binder.bindRead(endpoint, read, (record, input, context) => run(context, record, input)),
  );
}

/** `prepare`, slow work such as hashing, runs before any transaction is open, even with an idempotency key. */
export function preparedOperation<E extends Endpoint>(
  endpoint: E,
  prepare: (context: ContextOf<E>, request: FastifyRequest) => Promise<Run<E>>,
): Operation {
  return new Operation((binder) =>
    binder.bindPrepared(endpoint, async (context, request) => handlerOf(await prepare(context, request))),
  );
}

/** For an upload: the file is stored as `convert` returns it. Its errors are those of the upload. */
export function uploadOperation<E extends Endpoint>(endpoint: E, convert: Convert, run: Run<E>): Operation {
  return new Operation((binder) => binder.bindUpload(endpoint, convert, handlerOf(run)));
}

/** The operations that modules export. */
export function operationsOf(...modules: readonly object[]): Operation[] {
  return modules
    .flatMap((module): unknown[] => Object.values(module))
    .filter((value) => value instanceof Operation);
}

function handlerOf<E extends Endpoint>(run: Run<E>): Handler<E> {
  return (input, context) => run(context, input);
}
