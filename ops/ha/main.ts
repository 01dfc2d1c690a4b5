import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@portal/server/db/embedded/port';
import { Client, signIn, Tally } from './lib/client.ts';
import { Cluster } from './lib/cluster.ts';
import { listen } from './lib/live.ts';
import { Load } from './lib/load.ts';
import { findPooler, poolerOf } from './lib/pooler.ts';
import { startPortal, verifyAudit } from './lib/portals.ts';
import { createDatabase, fillPractice, MANAGER, PASSWORD, PROVIDER } from './lib/practice.ts';
import { eventually } from './lib/processes.ts';
import { Readiness } from './lib/readiness.ts';
import { backUp, recover, recoveryText } from './lib/recovery.ts';
import { backAfter, endingTable, faultTable, roundTable, spread, tallyTable } from './lib/report.ts';
import { killRound, lagRound, switchoverRound, type Round } from './lib/rounds.ts';
import { usesStandby, verify } from './lib/verify.ts';

const NEEDED = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbackrest: '/usr/bin/pgbackrest',
};
/** The portal must be back within this many seconds. */
const LIMIT_SECONDS = 30;

const closers: (() => unknown)[] = [];
const closeAll = async () => {
  for (const close of closers.splice(0).toReversed())
    try {
      await close();
    } catch (error) {
      console.error(error);
    }
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));

try {
  process.exitCode = await drill();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await closeAll();
}
// Connections of the load that are still open would keep the process.
process.exit();

async function drill(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '20' },
      patients: { type: 'string', default: '5000' },
    },
  });
  const missing = Object.entries(NEEDED).filter(([, path]) => !existsSync(path));
  if (missing.length > 0) {
    console.error(`Missing Debian packages: ${missing.map(([name]) => name).join(', ')}`);
    return 1;
  }
  const pooler = await findPooler();
  if (pooler.problem !== undefined) {
    console.error(pooler.problem);
    return 1;
  }
  const [rounds, patients] = [Number(values.rounds), Number(values.patients)];
  const folder =
    positionals[0] === undefined
      ? await mkdtemp(join(tmpdir(), 'portal-ha-'))
      : join(resolve(positionals[0]), `drill-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  console.log(`Folder with data and logs: ${folder}`);

  const ports = [await freePort(), await freePort()] as const;
  const cluster = await Cluster.create(folder, ports);
  closers.push(() => cluster.stop());
  await cluster.start();
  const practice = await createDatabase(
    cluster,
    poolerOf(cluster, (stop) => closers.push(stop)),
  );
  const portals = [];
  for (const [index, port] of ports.entries()) {
    const portal = await startPortal(`portal${index + 1}`, port, practice, folder);
    closers.push(() => portal.stop());
    portals.push(portal);
  }
  const desk = await fillPractice(practice, patients);
  await cluster.healthy();
  const backupSeconds = await backUp(cluster);

  const tally = new Tally();
  const behind = `http://127.0.0.1:${cluster.portalPort}`;
  const clientOf = async (origin: string, account: string) =>
    new Client(origin, await signIn(origin, account, PASSWORD), tally);
  const manager = await clientOf(behind, MANAGER);
  const load = new Load(desk, manager, await clientOf(behind, PROVIDER), patients);
  const feeds = [];
  for (const { origin } of portals) {
    const feed = await listen(origin, await clientOf(origin, MANAGER));
    closers.push(() => feed.stop());
    feeds.push(feed);
  }
  const readiness = portals.map(({ origin }) => new Readiness(origin));
  const scene = { cluster, load, readiness, feeds };
  load.begin();
  await eventually('exports to read from a standby', 60, () => usesStandby(practice));
  console.log(
    `Started: 3 members, 2 portals, PgBouncer ${pooler.version}, ${patients} patients, first backup in ${backupSeconds.toFixed(1)} s. Load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );

  const kills: Round[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const round = await killRound(scene, index);
    kills.push(round);
    console.log(
      `${index + 1}/${rounds} ${round.fault} during ${round.during}, ${round.from} → ${round.to}: back after ${backAfter(round).toFixed(1)} s, load average ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const planned = await switchoverRound(scene);
  const lag = await lagRound(scene);
  await load.stop();
  for (const each of readiness) await each.stop();

  const findings = await verify(practice, load, manager, feeds, portals);
  const audit = await verifyAudit(practice, folder);
  const recovery = await recover(cluster, practice, load, backupSeconds);
  const slow = kills.filter((round) => backAfter(round) > LIMIT_SECONDS);
  const serverErrors = [...tally.counts.keys()].filter((what) => what.startsWith('500'));
  const criteria: readonly (readonly [string, boolean, string])[] = [
    ['acknowledged writes lost', findings.lost.length === 0, String(findings.lost.length)],
    ['duplicates', findings.duplicate.length === 0, String(findings.duplicate.length)],
    [`back within ${LIMIT_SECONDS} s`, slow.length === 0, `${kills.length - slow.length} of ${kills.length}`],
    ['responses 500', serverErrors.length === 0, String(serverErrors.length)],
    [
      'errors in the logs other than UNAVAILABLE',
      findings.serverErrors.length === 0,
      String(findings.serverErrors.length),
    ],
    ['operations with an unexpected end', load.problems.length === 0, String(load.problems.length)],
    ['audit log verified', audit.code === 0, audit.output.trim().split('\n').at(-1) ?? ''],
    [
      'live feeds open, no reconnect needed',
      feeds.every(({ isOpen, reconnects }) => isOpen() && reconnects() === 0),
      '',
    ],
    ['records missing in a live feed', findings.unheard.length === 0, String(findings.unheard.length)],
    [
      'portals still the same processes',
      portals.every(({ isRunning }) => isRunning()),
      portals.map(({ pid }) => pid).join(', '),
    ],
    [
      'point in time recovered: acknowledged records lost',
      recovery.lost.length === 0 && recovery.isAuditIntact,
      `${recovery.lost.length}, ${recoveryText(recovery)}`,
    ],
    ['lagging standby not promoted', lag.isRefused, `for ${lag.seconds} s`],
  ];
  const { patients: kept, messages, documents, dictations } = load;
  const report = [
    roundTable([...kills, planned]),
    faultTable([...kills, planned]),
    `All kills, seconds until back (min / median / max): ${spread(kills.map(backAfter))}`,
    `Acknowledged: ${load.writes.length} writes (${kept.length} patients with their edits, ${messages.length} messages, ${documents.length} documents, ${dictations.length} signed dictations), ${load.reads} reads, ${load.exports} exports`,
    endingTable(load),
    tallyTable(tally),
    criteria.map(([what, passed, detail]) => `${passed ? 'passed' : 'FAILED'}: ${what} ${detail}`).join('\n'),
  ].join('\n\n');
  console.log(`\n${report}`);
  await writeFile(join(folder, 'report.md'), `${report}\n`);
  await writeFile(
    join(folder, 'details.json'),
    JSON.stringify({ kills, planned, lag, recovery, findings, problems: load.problems }, undefined, 2),
  );
  return criteria.every(([, passed]) => passed) ? 0 : 1;
}
