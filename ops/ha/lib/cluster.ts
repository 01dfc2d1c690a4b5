import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@portal/server/db/embedded/port';
import { z } from 'zod';
import {
  end,
  eventually,
  postgresProcesses,
  runs,
  send,
  serverAccount,
  start,
  type Account,
} from './processes.ts';
import { copyTemplate } from './templates.ts';

const NAMES = ['db1', 'db2', 'db3'] as const;
export type MemberName = (typeof NAMES)[number];
/** What a fault does to a member. */
export type Fault = (typeof FAULTS)[number];
export const FAULTS = ['machine', 'postgres', 'patroni', 'frozen machine', 'frozen postgres'] as const;

const clusterState = z.object({
  members: z.array(
    z.object({
      name: z.enum(NAMES),
      role: z.string(),
      state: z.string(),
      timeline: z.int().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});
export type Member = z.output<typeof clusterState>['members'][number];

interface Machine {
  readonly name: MemberName;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly config: string;
  readonly data: string;
  patroni: ChildProcess | undefined;
}

const secret = () => randomBytes(18).toString('hex');

/** etcd, three members and HAProxy on loopback, with the files of this folder. The drill does what systemd does for them. */
export class Cluster {
  readonly folder: string;
  readonly superuserUrl: (database: string) => string;
  readonly databasePort: number;
  readonly standbyPort: number;
  readonly portalPort: number;
  /** Where pgBackRest stores backups and the write-ahead log. */
  readonly archiveFolder: string;
  readonly account: Account;
  readonly #machines: Machine[];
  readonly #ports: Ports;
  readonly #passwords = {
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    rest: secret(),
    archive: secret(),
  };
  #etcd: ChildProcess | undefined;
  #haproxy: ChildProcess | undefined;

  private constructor(folder: string, account: Account, machines: Machine[], ports: Ports) {
    this.folder = folder;
    this.account = account;
    this.archiveFolder = join(folder, 'archive');
    this.#machines = machines;
    this.#ports = ports;
    this.databasePort = ports.database;
    this.standbyPort = ports.standby;
    this.portalPort = ports.portal;
    this.superuserUrl = (database) =>
      `postgres://postgres:${this.#passwords.superuser}@127.0.0.1:${ports.database}/${database}`;
  }

  /** `portals`: the ports of the two portals behind HAProxy. */
  static async create(folder: string, portals: readonly [number, number]): Promise<Cluster> {
    const account = await serverAccount();
    const machines: Machine[] = [];
    for (const name of NAMES) {
      const data = join(folder, name);
      await mkdir(data, { mode: 0o700 });
      await mkdir(join(folder, `${name}-socket`));
      for (const path of [data, join(folder, `${name}-socket`)])
        if (account) await chown(path, account.uid, account.gid);
      machines.push({
        name,
        data,
        config: join(folder, `${name}.yml`),
        postgresPort: await freePort(),
        restPort: await freePort(),
        patroni: undefined,
      });
    }
    const ports = {
      client: await freePort(),
      peer: await freePort(),
      database: await freePort(),
      standby: await freePort(),
      portal: await freePort(),
      portals,
    };
    return new Cluster(folder, account, machines, ports);
  }

  async start(): Promise<void> {
    await mkdir(this.archiveFolder, { mode: 0o700 });
    if (this.account) await chown(this.archiveFolder, this.account.uid, this.account.gid);
    await this.#startEtcd();
    for (const machine of this.#machines) {
      await this.#writeConfig(machine);
      await this.#writeArchiveConfig(machine);
      this.startPatroni(machine.name);
      // The first one creates the cluster, the others copy it.
      if (machine.name === 'db1') await eventually('the first primary', 120, () => this.leader());
    }
    await this.#startHaproxy();
    await this.healthy();
  }

  /** As systemd starts it after a crash or a boot. Does nothing if it runs. */
  startPatroni(name: MemberName): void {
    const machine = this.#machine(name);
    if (runs(machine.patroni)) return;
    machine.patroni = start({
      command: '/usr/bin/patroni',
      args: [machine.config],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: machine.data },
      logFile: join(this.folder, `${name}.log`),
      account: this.account,
    });
  }

  /** Kills or freezes a member. Returns when the signals were sent. */
  async strike(name: MemberName, fault: Fault): Promise<void> {
    const { data, patroni } = this.#machine(name);
    const signal = fault.startsWith('frozen') ? 'SIGSTOP' : 'SIGKILL';
    const postgres = fault === 'patroni' ? [] : await postgresProcesses(join(data, 'data'));
    if (!fault.endsWith('postgres') && patroni?.pid !== undefined) send(patroni.pid, signal);
    for (const pid of postgres) send(pid, signal);
  }

  /** A planned change of the primary, as `patronictl switchover` does it. */
  async switchOver(leader: MemberName, candidate: MemberName): Promise<void> {
    const { restPort } = this.#machine(leader);
    const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`patroni:${this.#passwords.rest}`)}` },
      body: JSON.stringify({ leader, candidate }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  /** Freezes or wakes the receiver of a standby, so that it lags. */
  async signalReceiver(name: MemberName, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (const pid of await postgresProcesses(join(this.#machine(name).data, 'data'))) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (line.includes('walreceiver')) send(pid, signal);
    }
  }

  /** Wakes what was frozen and starts what was killed. */
  async repair(name: MemberName): Promise<void> {
    const { data, patroni } = this.#machine(name);
    if (patroni?.pid !== undefined) send(patroni.pid, 'SIGCONT');
    for (const pid of await postgresProcesses(join(data, 'data'))) send(pid, 'SIGCONT');
    this.startPatroni(name);
  }

  /** The members as the first Patroni that answers sees them. */
  async members(): Promise<readonly Member[]> {
    const asked = this.#machines.map(async ({ restPort }) => {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return clusterState.parse(await answer.json()).members;
    });
    try {
      return await Promise.any(asked);
    } catch {
      return [];
    }
  }

  async leader(): Promise<MemberName | undefined> {
    const members = await this.members();
    return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
  }

  /** Resolves with all members when one leads and the others follow it, one of them synchronously. */
  healthy(): Promise<readonly Member[]> {
    return eventually('a healthy cluster', 240, async () => {
      const members = await this.members();
      const standbys = members.filter(({ role }) => role !== 'leader');
      const timelines = new Set(members.map(({ timeline }) => timeline));
      const isHealthy =
        members.length === NAMES.length &&
        standbys.length === NAMES.length - 1 &&
        standbys.some(({ role }) => role === 'sync_standby') &&
        timelines.size === 1 &&
        members.every(({ state }) => state === 'running' || state === 'streaming') &&
        standbys.every(({ lag }) => typeof lag === 'number' && lag < 1_000_000);
      return isHealthy ? members : undefined;
    });
  }

  /** Ends everything that it started, by process id. */
  async stop(): Promise<void> {
    for (const machine of this.#machines) {
      if (runs(machine.patroni)) await end(machine.patroni, 'SIGKILL');
      for (const pid of await postgresProcesses(join(machine.data, 'data'))) send(pid, 'SIGKILL');
    }
    await end(this.#haproxy, 'SIGKILL');
    await end(this.#etcd, 'SIGKILL');
  }

  #machine(name: MemberName): Machine {
    const machine = this.#machines.find((each) => each.name === name);
    if (machine === undefined) throw new Error(`No member ${name}`);
    return machine;
  }

  async #startEtcd(): Promise<void> {
    const { client, peer } = this.#ports;
    const file = join(this.folder, 'etcd.env');
    const data = join(this.folder, 'etcd');
    await mkdir(data, { mode: 0o700 });
    if (this.account) await chown(data, this.account.uid, this.account.gid);
    await copyTemplate('etcd.env', file, {
      ',db2=http://10.0.0.12:2380,db3=http://10.0.0.13:2380': '',
      '10.0.0.11:2379': `127.0.0.1:${client}`,
      '10.0.0.11:2380': `127.0.0.1:${peer}`,
      '/var/lib/etcd/portal': data,
    });
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('ETCD_'));
    this.#etcd = start({
      command: '/usr/bin/etcd',
      args: [],
      env: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
      logFile: join(this.folder, 'etcd.log'),
      account: this.account,
    });
    await eventually('etcd', 30, async () => {
      const health = await fetch(`http://127.0.0.1:${client}/health`).catch(() => undefined);
      return health?.ok === true ? true : undefined;
    });
  }

  /** The configuration of pgBackRest on a member. */
  archiveConfig(name: MemberName): string {
    return join(this.#machine(name).data, 'pgbackrest.conf');
  }

  async #writeConfig({ name, config, data, postgresPort, restPort }: Machine): Promise<void> {
    await copyTemplate('patroni.yml', config, {
      'name: db1': `name: ${name}`,
      '10.0.0.11:8008': `127.0.0.1:${restPort}`,
      '10.0.0.11:5432': `127.0.0.1:${postgresPort}`,
      '[10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379]': `127.0.0.1:${this.#ports.client}`,
      '10.0.0.0/24': '127.0.0.1/32',
      '/var/lib/postgresql/15/portal': join(data, 'data'),
      '/var/lib/postgresql/.pgpass-portal': join(data, 'pgpass'),
      // The command is the same for all members, and runs in the folder of their files.
      '/etc/pgbackrest/pgbackrest.conf': '$PWD/../pgbackrest.conf',
      // The account of the drill has another name.
      'local all postgres peer': 'local all postgres trust',
      '/var/run/postgresql': join(this.folder, `${name}-socket`),
      'SUPERUSER-PASSWORD': this.#passwords.superuser,
      'REPLICATION-PASSWORD': this.#passwords.replication,
      'REWIND-PASSWORD': this.#passwords.rewind,
      'REST-PASSWORD': this.#passwords.rest,
      // Nothing may reset this machine. The rounds play the watchdog.
      'mode: required': "mode: 'off'",
    });
  }

  async #writeArchiveConfig({ name, data, postgresPort }: Machine): Promise<void> {
    const file = this.archiveConfig(name);
    await copyTemplate('pgbackrest.conf', file, {
      'REPOSITORY-PASSPHRASE': this.#passwords.archive,
      '/var/lib/pgbackrest': this.archiveFolder,
      '/var/lib/postgresql/15/portal': join(data, 'data'),
      'pg1-port=5432': `pg1-port=${postgresPort}\npg1-user=postgres`,
      '/var/run/postgresql': join(this.folder, `${name}-socket`),
      'log-level-file=off': `log-level-file=off\nlock-path=${join(this.folder, `${name}-socket`)}\nspool-path=${data}`,
    });
  }

  async #startHaproxy(): Promise<void> {
    const config = join(this.folder, 'haproxy.cfg');
    const { database, standby, portal, portals } = this.#ports;
    const servers = this.#machines.map(({ postgresPort, restPort }, index): [string, string] => [
      `10.0.0.1${index + 1}:5432 check port 8008`,
      `127.0.0.1:${postgresPort} check port ${restPort}`,
    ]);
    await copyTemplate('haproxy.cfg', config, {
      'bind 127.0.0.1:5000': `bind 127.0.0.1:${database}`,
      'bind 127.0.0.1:5001': `bind 127.0.0.1:${standby}`,
      'bind 127.0.0.1:3000': `bind 127.0.0.1:${portal}`,
      ...Object.fromEntries(servers),
      '10.0.0.21:3000': `127.0.0.1:${portals[0]}`,
      '10.0.0.22:3000': `127.0.0.1:${portals[1]}`,
    });
    this.#haproxy = start({
      command: '/usr/sbin/haproxy',
      args: ['-db', '-f', config],
      env: { PATH: '/usr/sbin:/usr/bin:/bin' },
      logFile: join(this.folder, 'haproxy.log'),
      account: this.account,
    });
  }
}

interface Ports {
  readonly client: number;
  readonly peer: number;
  readonly database: number;
  readonly standby: number;
  readonly portal: number;
  readonly portals: readonly [number, number];
}
