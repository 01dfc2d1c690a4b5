import { isOpenToKeys, type Endpoint } from '@portal/contract/endpoint';
import type { ErrorCode } from '@portal/contract/errors';
import { file, type FileToSend } from '@portal/contract/file';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { recordRead } from '#request/record-read.ts';
import { authenticate, type Authenticated } from '#authz/authenticate.ts';
import { passesGuard } from '#authz/guard.ts';
import { PERMISSIONS_HEADER, permissionsEtag } from '#authz/permissions-etag.ts';
import { AppError } from '#platform/app-error.ts';
import { NOT_FOR_KEYS, type Caller } from '#authz/caller.ts';
import type { Deps, RequestContext, SignedInContext } from '#request/context.ts';
import { clientAddress } from '#platform/client-address.ts';
import { publicOrigin } from '#platform/config.ts';
import { dropBlanks } from './blank-query.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { toAppError } from './error-handler.ts';
import { KeyGate, presentsApiKey } from './key-gate.ts';
import type { Operation } from './operation.ts';
import { sendFile, type TypedFile } from './send-file.ts';
import { admitUpload, receiveUpload, registerUploads, type Upload } from './upload.ts';
import { visibleAnswer, visibleRefusal } from './visible-answer.ts';
import { readIfMatch } from './if-match.ts';
import { idempotencyKey, Replay, requestHash, runOnce } from './idempotency.ts';

/** Errors of signed-in users who lack a permission or use a blocked IP address. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'IP_NOT_ALLOWED']);

/** The caller of a request, and the number of audit entries that it has written. */
interface Call {
  readonly user: Caller;
  readonly audited: { count: number };
}
type Anonymous = Omit<Call, 'user'> & { readonly user: null };
/** A call without a caller. */
export const anonymous = (): Anonymous => ({ user: null, audited: { count: 0 } });

/** All endpoints bound so far, to detect missing ones at startup. */
export type Bindings = Map<string, Endpoint>;
export const bindingKey = (endpoint: Pick<Endpoint, 'method' | 'path'>) =>
  `${endpoint.method} ${endpoint.path}`;

/**
 * Binds operations to their endpoints. Session, guard, validation, idempotency, audit and response shape come from
 * the contract. Throws at startup when an endpoint has no guard or is bound twice.
 */
export class Binder {
  readonly bound: Bindings = new Map();
  readonly #app: FastifyInstance;
  readonly #deps: Deps;
  readonly #keyGate: KeyGate;

  constructor(app: FastifyInstance, deps: Deps) {
    this.#app = app;
    this.#deps = deps;
    this.#keyGate = new KeyGate(app, deps);
  }

  bind(operation: Operation): void {
    const { endpoint } = operation;
    const key = bindingKey(endpoint);
    if (!('guard' in endpoint) || endpoint.guard === undefined) throw new Error(`${key} has no guard`);
    if (this.bound.has(key)) throw new Error(`${key} is bound twice`);
    this.bound.set(key, endpoint);
    const isFile = endpoint.response === file;
    if (isFile && endpoint.creates === true)
      throw new Error(`${key} cannot store a file response for replay`);
    if (endpoint.healthData && endpoint.creates === true && endpoint.record === undefined)
      throw new Error(`${key} stores a response without saying who may view it`);
    const calls = new WeakMap<FastifyRequest, Call>();
    const route: RouteOptions = {
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
      schema: schemaOf(endpoint),
      config: { endpoint },
      // The guard runs before the body is read, so that users without permission learn nothing about validation.
      onRequest: async (request) => {
        if (endpoint.guard.kind !== 'public') {
          const { caller, ipAllowed } = await this.#authenticate(operation, request);
          const call = { user: caller, audited: { count: 0 } };
          calls.set(request, call);
          await this.#admit(endpoint, request, call, ipAllowed);
        }
        if (endpoint.upload !== undefined) admitUpload(request, endpoint.upload);
      },
      ...(endpoint.method === 'GET' && { preValidation: dropBlanks }),
      handler: (request, reply) =>
        this.#respond(operation, calls.get(request) ?? anonymous(), request, reply),
      // Also called for errors before the handler, such as an invalid body.
      errorHandler: (error, request, reply) => {
        const call = calls.get(request);
        if (call === undefined || call.user.apiKey === null) throw error;
        const failed = requestContext(this.#deps, request, call, NEVER);
        void sendRecorded(reply, error, () =>
          this.#recordKeyCall(endpoint, failed, toAppError(error, request)),
        );
      },
    };
    if (endpoint.upload === undefined) this.#app.route(route);
    // Register the form parser in a separate scope, so that no other route accepts forms.
    else
      void this.#app.register(async (scope) => {
        await registerUploads(scope);
        scope.route(route);
      });
  }

  async #authenticate({ endpoint, steps }: Operation, request: FastifyRequest): Promise<Authenticated> {
    if (presentsApiKey(request))
      return this.#keyGate.authenticate(request, (key, why) =>
        recordRead(requestContext(this.#deps, request, anonymous(), NEVER), {
          ...denied(endpoint, { refused: why }),
          entityType: 'ApiKey',
          entityId: key.id,
          userId: key.creatorId,
          apiKeyId: key.id,
        }),
      );
    return authenticate(
      this.#deps,
      { authorization: request.headers.authorization, ip: clientAddress(request) },
      endpoint.background === true,
      () => steps.onLookup?.(this.#deps, request),
    );
  }

  async #admit(endpoint: Endpoint, request: FastifyRequest, call: Call, ipAllowed: boolean): Promise<void> {
    const caller = call.user;
    const { apiKey } = caller;
    if (apiKey !== null) await this.#keyGate.limit(apiKey.id, request);
    await this.#recordingRefusal(endpoint, requestContext(this.#deps, request, call, NEVER), async () => {
      if (!ipAllowed) throw new AppError('IP_NOT_ALLOWED');
      if (caller.mustChangePassword && endpoint.allowedBeforePasswordChange !== true)
        throw new AppError('PASSWORD_CHANGE_REQUIRED', ofCreator(caller, 'change their password'));
      if (caller.mustSetUpTwoFactor && endpoint.allowedBeforeTwoFactor !== true)
        throw new AppError(
          'TWO_FACTOR_SETUP_REQUIRED',
          ofCreator(caller, 'set up two-factor authentication'),
        );
      if (apiKey !== null && !isOpenToKeys(endpoint))
        throw new AppError('FORBIDDEN', { message: NOT_FOR_KEYS });
      if (!passesGuard(endpoint.guard, caller)) throw new AppError('FORBIDDEN');
    });
  }

  /** Runs the operation, and sends what the caller may see of its answer. */
  async #respond(
    operation: Operation,
    call: Call | Anonymous,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { endpoint } = operation;
    const context = requestContext(this.#deps, request, call, () => disconnectSignal(reply));
    // Pages show this time, whatever the clock of their computer says.
    void reply.header('x-server-time', context.now.toISOString());
    if (context.user !== null && context.user.apiKey === null)
      void reply.header(PERMISSIONS_HEADER, permissionsEtag(context.user));
    const answer = await this.#recordingRefusal(endpoint, context, () =>
      endpoint.upload === undefined
        ? this.#run(operation, request, context)
        : this.#runUpload(operation, request, context),
    );
    if (endpoint.audit !== null && !(answer instanceof Replay) && context.audited.count === 0)
      throw new Error(`${bindingKey(endpoint)} responded without writing an audit entry`);
    await this.#recordKeyCall(endpoint, context);
    const status = endpoint.status ?? 200;
    void reply.header('cache-control', 'no-store').code(status);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the return type of operations of such endpoints (AnswerOf)
    if (endpoint.response === file) return sendFile(reply, withMediaType(endpoint, answer as FileToSend));
    if (answer instanceof Replay) void reply.header('idempotent-replay', 'true');
    const whole = answer instanceof Replay ? answer.answer : answer;
    const visible = visibleAnswer(endpoint, context, whole);
    if (visible !== whole) void reply.type(JSON_TYPE).serializer(JSON.stringify);
    await send(reply, status === 204 ? undefined : visible);
  }

  /** Every call of an API key leaves an entry, also if it failed or reads what needs none. */
  async #recordKeyCall(endpoint: Endpoint, context: RequestContext, failure?: AppError): Promise<void> {
    const apiKey = context.user?.apiKey;
    if (apiKey === undefined || apiKey === null || context.audited.count > 0) return;
    const isDenied = failure !== undefined && [401, 403, 429].includes(failure.status);
    await recordRead(context, {
      action: isDenied ? 'AccessDenied' : 'Accessed',
      entityType: 'ApiKey',
      entityId: apiKey.id,
      newValues: { request: bindingKey(endpoint), ...(failure === undefined ? {} : { error: failure.code }) },
    });
  }

  /**
   * Records denied access, both by the guard and by rules of a record, and what a refusal shows of a record. Sign-in records its own
   * failures.
   */
  async #recordingRefusal<T>(
    endpoint: Endpoint,
    context: RequestContext,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (context.user !== null && error instanceof AppError && REFUSALS.has(error.code)) {
        await recordRead(context, { ...denied(endpoint), entityType: 'System', entityId: null });
      }
      throw error instanceof AppError ? await visibleRefusal(endpoint, context, error) : error;
    }
  }

  /**
   * Stores the file before the transaction, so that none is open during the upload. The file is discarded unless the
   * transaction adopts it.
   */
  async #runUpload(operation: Operation, request: FastifyRequest, context: RequestContext): Promise<unknown> {
    const { endpoint, steps } = operation;
    const { files } = this.#deps;
    if (endpoint.creates === true) idempotencyKey(request.headers['idempotency-key']);
    const upload = await receiveUpload(request, endpoint, files, steps.convert);
    try {
      const answer = await this.#run(operation, request, context, upload);
      if (answer instanceof Replay) await files.discard(upload.file.id);
      return answer;
    } catch (error) {
      await files.discard(upload.file.id);
      throw error;
    }
  }

  async #run(
    { endpoint, steps }: Operation,
    request: FastifyRequest,
    context: RequestContext,
    upload?: Upload,
  ): Promise<unknown> {
    const { params, query } = request;
    const body = upload === undefined ? request.body : upload.body;
    const input = { params, query, body, file: upload?.file };
    const key = endpoint.creates === true ? idempotencyKey(request.headers['idempotency-key']) : undefined;
    const run = await steps.prepare(context, request);
    if (key === undefined || context.user === null) return run(context, input);
    const signedIn: SignedInContext = { ...context, user: context.user };
    const hash = requestHash(
      endpoint.method,
      request.url,
      upload === undefined
        ? body
        : { fields: body, name: upload.file.fileName, content: upload.file.contentHash.toString('base64') },
    );
    return runOnce(signedIn, { key, hash, endpoint, body }, async () => run(signedIn, input));
  }
}

const denied = (endpoint: Endpoint, more: Readonly<Record<string, string>> = {}) =>
  ({ action: 'AccessDenied', newValues: { request: bindingKey(endpoint), ...more } }) as const;
const ofCreator = ({ apiKey }: Caller, what: string) =>
  apiKey === null ? {} : { message: `The user who created this API key must first ${what}.` };

const NOTHING = z.strictObject({});
const EMPTY_BODY = NOTHING.nullish();

/** What the server checks of an endpoint's requests and answers. */
const schemaOf = (endpoint: Endpoint) => ({
  querystring: endpoint.query ?? NOTHING,
  ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
  ...(endpoint.method === 'GET' || endpoint.upload !== undefined
    ? {}
    : { body: endpoint.body ?? EMPTY_BODY }),
  ...(endpoint.status === 204 || endpoint.response === file
    ? {}
    : { response: { [endpoint.status ?? 200]: endpoint.response } }),
});

const JSON_TYPE = 'application/json; charset=utf-8';

/** Throws for a file of a type that the endpoint does not name. */
function withMediaType(endpoint: Endpoint, answer: FileToSend): TypedFile {
  const { mediaTypes = [] } = endpoint;
  const contentType = answer.contentType ?? mediaTypes[0];
  if (contentType === undefined || !mediaTypes.includes(contentType))
    throw new Error(`${bindingKey(endpoint)} does not name ${contentType ?? 'the type of its file'}`);
  return { ...answer, contentType };
}

const ENDLESS = new AbortController().signal;
const NEVER = () => ENDLESS;

/** What an operation knows about its request. */
export function requestContext(
  deps: Deps,
  request: FastifyRequest,
  { user, audited }: Call | Anonymous,
  makeSignal: () => AbortSignal,
): RequestContext {
  let signal: AbortSignal | undefined;
  return {
    deps,
    requestId: request.id,
    ip: clientAddress(request),
    publicOrigin: publicOrigin(deps.config, request.socket.localPort),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    now: deps.clock.now(),
    log: request.log,
    // Few operations need it, and creating it takes as long as a small request.
    get signal() {
      return (signal ??= makeSignal());
    },
    user,
    ifMatch: readIfMatch(request.headers['if-match']),
    audited,
  };
}

async function send(reply: FastifyReply, answer: unknown): Promise<void> {
  await reply.send(answer);
}

/** Sends an error after it was recorded, or the error of recording it. */
async function sendRecorded(reply: FastifyReply, error: unknown, record: () => Promise<void>): Promise<void> {
  let sent = error;
  try {
    await record();
  } catch (failure) {
    sent = failure;
  }
  await send(reply, sent);
}
