import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dictationCreate, dictationSign } from '@portal/contract/dictations';
import { documentUpload } from '@portal/contract/documents';
import { messageCreate } from '@portal/contract/messages';
import {
  patient as patientSchema,
  patientCreate,
  patientExport,
  patientGet,
  patientUpdate,
} from '@portal/contract/patients';
import type { Acknowledged, Client } from './client.ts';
import type { Endpoint } from '@portal/contract/endpoint';
import type { Desk } from './practice.ts';

/** What is under way when the primary is killed. */
export const KINDS = ['create', 'edit', 'message', 'upload', 'sign', 'export'] as const;
export type Kind = (typeof KINDS)[number];

/** An acknowledged record, by its unique marker. */
export interface Kept {
  readonly id: string;
  readonly marker: string;
}
export interface KeptPatient extends Kept {
  version: number;
  address: string;
}

/** How operations ended whose first attempt failed. */
export interface Ending {
  readonly kind: Kind;
  readonly how:
    | 'saved when repeated'
    | 'already saved: the first answer again'
    | 'already saved: STALE with own change'
    | 'refused or broken off with an error, complete when repeated';
}

/** Writers, readers and exports, and everything that was acknowledged to them. */
export class Load {
  readonly patients: KeptPatient[] = [];
  readonly messages: Kept[] = [];
  readonly documents: (Kept & { readonly sha256: string })[] = [];
  readonly dictations: Kept[] = [];
  readonly endings: Ending[] = [];
  readonly problems: string[] = [];
  /** Times of acknowledged writes, in milliseconds of `performance.now()`. */
  readonly writes: number[] = [];
  exports = 0;
  reads = 0;
  readonly #desk: Desk;
  readonly #manager: Client;
  readonly #provider: Client;
  readonly #basePatients: number;
  readonly #starts = new Map<Kind, (() => void)[]>();
  readonly #stopping = new AbortController();
  #loops: Promise<void>[] = [];

  constructor(desk: Desk, manager: Client, provider: Client, basePatients: number) {
    this.#desk = desk;
    this.#manager = manager;
    this.#provider = provider;
    this.#basePatients = basePatients;
  }

  begin(): void {
    const loops: (() => Promise<void>)[] = [
      () => this.#patient(),
      () => this.#patient(),
      () => this.#patient(),
      () => this.#message(),
      () => this.#document(),
      () => this.#dictation(),
      () => this.#export(),
      () => this.#read(),
      () => this.#read(),
    ];
    this.#loops = loops.map((work) => this.#repeat(work));
  }

  /** Lets everything that is under way finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  /** Resolves when the next request of this kind is sent. */
  nextStart(kind: Kind): Promise<void> {
    return new Promise((resolve) => {
      this.#starts.set(kind, [...(this.#starts.get(kind) ?? []), resolve]);
    });
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        this.problems.push(String(error));
        await sleep(1_000);
      }
      await sleep(40 + Math.random() * 80);
    }
  }

  #started(kind: Kind): void {
    const waiting = this.#starts.get(kind) ?? [];
    this.#starts.delete(kind);
    for (const resolve of waiting) resolve();
  }

  /** The body of an acknowledged change. Throws for anything else. */
  #acknowledged<E extends Endpoint>(kind: Kind, { reply, failures }: Acknowledged<E>) {
    if (!reply.ok) throw new Error(`${kind}: ${reply.status} ${reply.code}`);
    this.writes.push(performance.now());
    if (failures > 0)
      this.endings.push({
        kind,
        how: reply.isReplay ? 'already saved: the first answer again' : 'saved when repeated',
      });
    return reply.body;
  }

  async #patient(): Promise<void> {
    const marker = newMarker();
    this.#started('create');
    const body = { firstName: 'Drill', lastName: marker, dateOfBirth: '1980-01-05' };
    const created = this.#acknowledged(
      'create',
      await this.#manager.insist(patientCreate, { body, key: randomUUID() }),
    );
    const kept = { id: created.id, marker, version: created.version, address: '' };
    this.patients.push(kept);
    for (let edit = 1; edit <= 3; edit += 1) await this.#edit(kept, body);
  }

  async #edit(kept: KeptPatient, fields: object): Promise<void> {
    const address = `${newMarker()} Street`;
    this.#started('edit');
    const answer = await this.#manager.insist(patientUpdate, {
      id: kept.id,
      body: { ...fields, address, version: kept.version },
    });
    const { reply, failures } = answer;
    if (!reply.ok && reply.code === 'STALE' && failures > 0) {
      const current = patientSchema.parse(reply.current);
      if (current.address !== address || current.version !== kept.version + 1)
        throw new Error('edit: STALE without the change');
      Object.assign(kept, { version: current.version, address });
      this.writes.push(performance.now());
      this.endings.push({ kind: 'edit', how: 'already saved: STALE with own change' });
      return;
    }
    const { version } = this.#acknowledged('edit', answer);
    Object.assign(kept, { version, address });
  }

  async #message(): Promise<void> {
    const marker = newMarker();
    this.#started('message');
    const body = { category: 'Other', callerName: marker, message: 'Call back' };
    const { id } = this.#acknowledged(
      'message',
      await this.#manager.insist(messageCreate, { body, key: randomUUID() }),
    );
    this.messages.push({ id, marker });
  }

  async #document(): Promise<void> {
    const [patient] = this.patients.slice(-1);
    if (patient === undefined) return;
    const marker = newMarker();
    const text = randomBytes(1_500_000).toString('base64');
    const form = () => {
      const data = new FormData();
      for (const [name, value] of [
        ['type', 'Other'],
        ['category', 'Clinical'],
        ['patientId', patient.id],
      ] as const)
        data.append(name, value);
      data.append('file', new Blob([text], { type: 'text/plain' }), `${marker}.txt`);
      return data;
    };
    this.#started('upload');
    const { id } = this.#acknowledged(
      'upload',
      await this.#manager.insist(documentUpload, { form, key: randomUUID() }),
    );
    this.documents.push({ id, marker, sha256: createHash('sha256').update(text).digest('hex') });
    await sleep(1_000);
  }

  async #dictation(): Promise<void> {
    const [patient] = this.patients.slice(-1);
    if (patient === undefined) return;
    const marker = newMarker();
    const body = {
      ...this.#desk,
      patientId: patient.id,
      procedureDate: '2026-11-20',
      formData: { note: marker },
      status: 'Completed',
    };
    const { id, version } = this.#acknowledged(
      'create',
      await this.#provider.insist(dictationCreate, { body, key: randomUUID() }),
    );
    this.#started('sign');
    this.#acknowledged('sign', await this.#provider.insist(dictationSign, { id, body: { version } }));
    this.dictations.push({ id, marker });
  }

  async #export(): Promise<void> {
    const before = this.#basePatients + this.patients.length;
    this.#started('export');
    const { reply, failures } = await this.#manager.insist(patientExport, {
      body: { includeInactive: 'true' },
    });
    if (!reply.ok) throw new Error(`export: ${reply.status} ${reply.code}`);
    const lines = (await reply.body.blob.text()).trimEnd().split('\n').length - 1;
    if (lines < before) throw new Error(`export: ${lines} of ${before} rows, without an error`);
    this.exports += 1;
    if (failures > 0)
      this.endings.push({
        kind: 'export',
        how: 'refused or broken off with an error, complete when repeated',
      });
  }

  /** An acknowledged change must be seen by every later read: no read may come from a standby. */
  async #read(): Promise<void> {
    const kept = this.patients[Math.floor(Math.random() * this.patients.length)];
    if (kept === undefined) return;
    const { version } = kept;
    const { reply } = await this.#manager.insist(patientGet, { id: kept.id });
    if (!reply.ok) throw new Error(`read: ${reply.status} ${reply.code}`);
    if (reply.body.version < version) throw new Error('read: an older version than the acknowledged one');
    this.reads += 1;
  }
}

const newMarker = () => `Drill${randomBytes(10).toString('hex')}`;
