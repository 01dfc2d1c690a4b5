import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { forgetRights } from '#authz/known-rights.ts';
import { authenticate } from '#authz/authenticate.ts';
import { lookUpSession } from '#authz/session-lookup.ts';
import { notify, type Notifier } from '#db/notifier.ts';
import { AppError } from '#platform/app-error.ts';
import { clientAddress } from '#platform/client-address.ts';
import { sessionOf, type Caller } from '#authz/caller.ts';
import type { Deps } from '#request/context.ts';
import { isOwn, mayRead, toActivity } from '#live/activity-store.ts';
import { registerHub, type Hub, type HubConnection } from '#live/hub/hub.ts';
import { ActivityPush } from './activity-push.ts';
import { RecentNews, type PushedNews } from './recent-news.ts';
import { useLiveTicket } from './ticket-repo.ts';
import { readLiveTicket } from './ticket.ts';

const PATH = '/hubs/activity';
/** Open connections are also checked at this interval, in case a notification or a timer did not come. */
const CHECK_MS = 30_000;

/** Before its page began to read, in milliseconds: a message may take that long to get here. */
const LEAD_MS = 1000;

/** A clock that does not move is not asked in a loop. */
const SHORTEST_CHECK_MS = 100;

interface FeedDeps extends Deps {
  readonly log: FastifyBaseLogger;
  readonly notifier: Notifier;
}

interface Reader {
  caller: Caller;
  /** Since when the page may have missed news; null if it asks for none. */
  readonly since: Date | null;
  readonly ip: string;
  /** Set for the moment when something about the caller ends. */
  timer?: NodeJS.Timeout;
  isGone?: boolean;
}

/**
 * The live activity feed. Sends `ReceiveActivity` to users who can read the activity, to a user `NotificationsChanged` and
 * `PermissionsChanged` when theirs change, and `Changed` with a topic, or null after a time without notifications, and closes connections whose session has ended. Events reach all processes through
 * database notifications. A connection first gets the news since its page began to read its data, so that the page misses nothing.
 */
export function registerLiveFeed(app: FastifyInstance, deps: FeedDeps): Hub<Reader> {
  const recent = new RecentNews<Reader>(deps.clock.now());
  const hub = registerHub<Reader>(app, {
    path: PATH,
    allowedOrigins: deps.config.allowedOrigins,
    key: ({ caller }) => sessionOf(caller),
    person: ({ caller }) => caller.id,
    tokenKey: deps.keys.connections,
    relay: (post) => notify(deps.db, 'live', post),
    onConnected: (connection) => {
      watchEnd(deps, connection);
      sendMissed(connection, recent);
    },
    onDisconnected: ({ principal }) => {
      principal.isGone = true;
      clearTimeout(principal.timer);
    },
    authenticate: async ({ authorization, accessToken, waitedMs, opensTransport, ip }) => {
      const address = clientAddress({ ip });
      const caller =
        accessToken === undefined
          ? await byHeader(deps, authorization, address, opensTransport)
          : await byTicket(deps, accessToken, address, opensTransport);
      if (caller === null) return null;
      const since = waitedMs === undefined ? null : new Date(deps.clock.now().getTime() - waitedMs - LEAD_MS);
      return { caller, ip: address, since };
    },
  });
  const push: Push = (target, args, isFor) => {
    recent.add({ target, args, isFor }, deps.clock.now());
    hub.broadcast(target, args, isFor);
  };
  pushNews(deps, hub, push);
  const timer = setInterval(
    () =>
      void guarded(
        deps,
        recheck(deps, hub, () => true),
      ),
    CHECK_MS,
  );
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
  return hub;
}

type Push = (target: string, args: readonly unknown[], isFor: PushedNews<Reader>['isFor']) => void;

/** Pushes what other processes and this one report, each to those who may know it. */
function pushNews(deps: FeedDeps, hub: Hub<Reader>, push: Push): void {
  deps.notifier.on('live', (post) => hub.deliver(post));
  const activities = new ActivityPush(deps, (row) => {
    for (const forActor of [true, false])
      push(
        'ReceiveActivity',
        [toActivity(row, forActor)],
        // Activity of the user moves the end of an idle session, which the timer follows.
        ({ caller }) =>
          isOwn(caller, row) === forActor &&
          rightsEnd(caller) > deps.clock.now().getTime() &&
          mayRead(caller, row),
      );
  });
  deps.notifier.on('activity', ({ id }) => void guarded(deps, activities.announce(id)));
  deps.notifier.on('notifications', ({ userId }) => {
    push('NotificationsChanged', [], ({ caller }) => caller.id === userId);
  });
  deps.notifier.on('changes', ({ topic, ...readers }) => {
    push('Changed', [topic], ({ caller }) =>
      'userId' in readers
        ? caller.id === readers.userId
        : rightsEnd(caller) > deps.clock.now().getTime() &&
          caller.permissions.has(readers.permission) &&
          caller.id !== readers.exceptUserId,
    );
  });
  deps.notifier.on(
    'sessions',
    ({ userId }) =>
      void guarded(
        deps,
        recheck(deps, hub, ({ caller }) => caller.id === userId),
      ),
  );
  deps.notifier.on('permissions', ({ userId }) => {
    if (userId === undefined) forgetRights(deps.db);
    void guarded(
      deps,
      recheck(deps, hub, ({ caller }) => userId === undefined || caller.id === userId),
    );
  });
  deps.notifier.onReconnect(() => void guarded(deps, catchUp(deps, hub, activities, push)));
}

async function guarded(deps: FeedDeps, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    deps.log.warn({ err: error }, 'the live feed missed an event');
  }
}

async function byHeader(
  deps: FeedDeps,
  authorization: string | undefined,
  ip: string,
  opensTransport: boolean,
): Promise<Caller | null> {
  const ticket = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  try {
    const byItsTicket = await byTicket(deps, ticket, ip, opensTransport);
    if (byItsTicket !== null) return byItsTicket;
    const { caller, ipAllowed } = await authenticate(deps, { authorization, ip }, true);
    return ipAllowed && isUsable(caller) ? caller : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A ticket opens one connection. It may also negotiate it and send to it. */
async function byTicket(
  deps: FeedDeps,
  ticket: string,
  ip: string,
  opensTransport: boolean,
): Promise<Caller | null> {
  const now = deps.clock.now();
  const claims = await readLiveTicket(deps.keys, ticket, now);
  if (claims === null) return null;
  const session = await lookUpSession(deps.db, claims.sessionId, ip, now);
  if (!session.found || !session.ipAllowed) return null;
  if (opensTransport && !(await useLiveTicket(deps.db, claims, now))) return null;
  return isUsable(session.caller) ? session.caller : null;
}

const isUsable = (caller: Caller) => !caller.mustChangePassword && !caller.mustSetUpTwoFactor;

/** Sends what was pushed since the page may have read its data. If that is no longer known, the page reads again. */
function sendMissed(connection: HubConnection<Reader>, recent: RecentNews<Reader>): void {
  const { since } = connection.principal;
  if (since === null) return;
  const missed = recent.since(since, connection.principal);
  for (const { target, args } of missed ?? EVERYTHING) connection.send(target, args);
}

/** Makes pages read again what they show. */
const EVERYTHING: readonly Pick<PushedNews<Reader>, 'target' | 'args'>[] = [
  { target: 'NotificationsChanged', args: [] },
  { target: 'Changed', args: [null] },
];

/** After a time without notifications: ended sessions, then activities and notifications of users. */
async function catchUp(
  deps: FeedDeps,
  hub: Hub<Reader>,
  activities: ActivityPush,
  push: Push,
): Promise<void> {
  await recheck(deps, hub, () => true);
  await activities.catchUp();
  for (const { target, args } of EVERYTHING) push(target, args, () => true);
}

/** When any of the caller's rights end, unless something changes before; in milliseconds since 1970. */
const rightsEnd = ({ rightsUntil, expiresAt }: Caller): number =>
  Math.min(expiresAt.getTime(), rightsUntil?.getTime() ?? Number.POSITIVE_INFINITY);

/** Checks a connection again at the moment when something about its caller ends, so that its pages follow at once. */
function watchEnd(deps: FeedDeps, connection: HubConnection<Reader>): void {
  const { principal } = connection;
  clearTimeout(principal.timer);
  if (principal.isGone === true) return;
  const { caller } = principal;
  const left = Math.min(rightsEnd(caller), caller.idleExpiresAt.getTime()) - deps.clock.now().getTime();
  principal.timer = setTimeout(
    () => void guarded(deps, recheckOne(deps, connection)),
    Math.max(left, SHORTEST_CHECK_MS),
  ).unref();
}

async function recheck(
  deps: FeedDeps,
  hub: Hub<Reader>,
  isAffected: (reader: Reader) => boolean,
): Promise<void> {
  for (const connection of hub.connections())
    if (isAffected(connection.principal)) await recheckOne(deps, connection);
}

async function recheckOne(deps: FeedDeps, connection: HubConnection<Reader>): Promise<void> {
  const reader = connection.principal;
  const session = await lookUpSession(deps.db, sessionOf(reader.caller), reader.ip, deps.clock.now());
  if (!session.found || !session.ipAllowed) return connection.close('Your session has ended.', false);
  const before = reader.caller;
  reader.caller = session.caller;
  watchEnd(deps, connection);
  if (accessKey(before) !== accessKey(session.caller)) connection.send('PermissionsChanged', []);
  if (!isUsable(session.caller)) return connection.close('Two-factor authentication is required.', false);
  // Close the connection on a role change. The client reconnects with its new permissions.
  if (before.roles.join() !== session.caller.roles.join()) connection.close('Your roles have changed.', true);
}

const accessKey = ({ roles, permissions, twoFactorDueAt }: Caller) =>
  JSON.stringify([roles, [...permissions].toSorted(), twoFactorDueAt]);
