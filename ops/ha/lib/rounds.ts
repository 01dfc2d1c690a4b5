import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS, type Cluster, type Fault, type MemberName } from './cluster.ts';
import type { LiveFeed } from './live.ts';
import { KINDS, type Kind, type Load } from './load.ts';
import { eventually } from './processes.ts';
import type { Readiness } from './readiness.ts';

/** What runs while the primary is killed. */
export interface Scene {
  readonly cluster: Cluster;
  readonly load: Load;
  readonly readiness: readonly Readiness[];
  readonly feeds: readonly LiveFeed[];
}

/** Times in seconds after the fault. */
export interface Round {
  readonly fault: string;
  readonly during: Kind | '–';
  readonly from: MemberName;
  readonly to: MemberName;
  /** Until another member led. */
  readonly promoted: number;
  /** Until each portal was ready for good. */
  readonly ready: readonly number[];
  /** Until writes were acknowledged again. */
  readonly written: number;
  /** Until both live feeds showed a record that was created after the fault. */
  readonly live: number;
  /** Until the member was a standby again. */
  readonly whole: number;
}

const STEADY_MS = 2_000;
/** A watchdog resets a machine whose Patroni has not answered for ttl − 5 s, before its leadership ends. */
const WATCHDOG_MS = 15_000;

/** One kill, chosen by the number of the round, in the middle of a request of some kind. */
export async function killRound(scene: Scene, index: number): Promise<Round> {
  const fault = FAULTS[index % FAULTS.length] ?? 'machine';
  const during = KINDS[index % KINDS.length] ?? 'create';
  await scene.load.nextStart(during);
  // Somewhere between the arrival of the request and its response.
  await sleep(Math.random() * (during === 'upload' || during === 'export' ? 150 : 12));
  return observe(scene, { fault, during }, (leader) => scene.cluster.strike(leader, fault));
}

/** A planned change of the primary. */
export async function switchoverRound(scene: Scene): Promise<Round> {
  const members = await scene.cluster.members();
  const candidate = members.find(({ role }) => role === 'sync_standby')?.name ?? 'db2';
  return observe(scene, { fault: 'planned switchover', during: '–' }, (leader) =>
    scene.cluster.switchOver(leader, candidate),
  );
}

/** The primary and the synchronous standby die while the third member lags: it must not take over. */
export async function lagRound(
  scene: Scene,
): Promise<{ readonly seconds: number; readonly isRefused: boolean }> {
  const { cluster, load } = scene;
  const members = await cluster.members();
  const named = (role: string) => members.find((member) => member.role === role)?.name ?? 'db1';
  const [primary, synchronous, lagging] = [named('leader'), named('sync_standby'), named('replica')];
  await cluster.signalReceiver(lagging, 'SIGSTOP');
  const before = load.writes.length;
  await eventually('writes that the standby lacks', 60, async () =>
    load.writes.length > before + 30 ? true : undefined,
  );
  const struck = performance.now();
  await cluster.strike(primary, 'machine');
  await cluster.strike(synchronous, 'machine');
  await cluster.signalReceiver(lagging, 'SIGCONT');
  let isRefused = true;
  while (performance.now() - struck < 45_000) {
    if ((await cluster.leader()) === lagging) isRefused = false;
    await sleep(500);
  }
  await cluster.repair(synchronous);
  await cluster.repair(primary);
  await eventually('the portals after the return of the synchronous standby', 120, async () =>
    scene.readiness.every((each) => each.steadyFor() > STEADY_MS) ? true : undefined,
  );
  await cluster.healthy();
  return { seconds: 45, isRefused };
}

async function observe(
  { cluster, load, readiness, feeds }: Scene,
  { fault, during }: { readonly fault: Fault | 'planned switchover'; readonly during: Kind | '–' },
  strike: (leader: MemberName) => Promise<void>,
): Promise<Round> {
  const from = await cluster.leader();
  if (from === undefined) throw new Error('The cluster has no primary.');
  const struck = performance.now();
  const since = (at: number) => (at - struck) / 1000;
  const created = load.patients.length;
  await strike(from);
  const watchdog = fault.startsWith('frozen')
    ? sleep(WATCHDOG_MS).then(() => cluster.strike(from, 'machine'))
    : undefined;
  const to = await eventually('another primary', 120, async () => {
    const leader = await cluster.leader();
    return leader === from ? undefined : leader;
  });
  const promoted = performance.now();
  await eventually('both portals to be ready', 120, async () =>
    readiness.every((each) => each.steadyFor() > STEADY_MS) && (load.writes.at(-1) ?? 0) > promoted
      ? true
      : undefined,
  );
  const ready = readiness.map((each) => each.backAfter(struck) / 1000);
  const written = since(
    endOfLongestGap(
      load.writes.filter((at) => at >= struck),
      struck,
    ),
  );
  const live = await eventually('both live feeds', 120, async () => {
    const firsts = feeds.map(({ heard }) =>
      load.patients
        .slice(created)
        .map(({ id }) => heard.get(id) ?? 0)
        .filter((at) => at > promoted)
        .at(0),
    );
    const times = firsts.filter((at) => at !== undefined);
    return times.length === feeds.length ? Math.max(...times) : undefined;
  });
  await watchdog;
  await cluster.repair(from);
  await cluster.healthy();
  const whole = since(performance.now());
  return { fault, during, from, to, promoted: since(promoted), ready, written, live: since(live), whole };
}

/** When writes came back: the end of the longest time without one. */
function endOfLongestGap(times: readonly number[], start: number): number {
  let [before, longest, end] = [start, 0, start];
  for (const at of times.toSorted((a, b) => a - b)) {
    if (at - before > longest) [longest, end] = [at - before, at];
    before = at;
  }
  return end;
}
