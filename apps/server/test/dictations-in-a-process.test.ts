import { randomUUID } from 'node:crypto';
import { draftGet } from '@portal/contract/dictation-drafts';
import { dictationCreate, type DictationBody } from '@portal/contract/dictations';
import { login } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Child } from '#cli/testing/child.ts';
import { makeDictationDesk, noteBody, type DictationDesk } from './dictation-factories.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { TEST_MASTER_KEY, TEST_PASSWORD } from './settings.ts';

/** Notes that are written at once, and how often each is kept before it is saved. */
const NOTES = 6;
const WRITES = 4;

describe('a portal killed while people type', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  async function startPortal(): Promise<{ child: Child; send: Send }> {
    const { config } = portal.deps;
    const child = new Child(['serve'], {
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      MIGRATION_DATABASE_URL: config.migrationDatabaseUrl ?? '',
      DATABASE_POOL_SIZE: '6',
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    });
    const origin = await child.origin();
    const send = async (
      method: string,
      path: string,
      body: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    };
    const who = { username: physician.userName, password: TEST_PASSWORD };
    const { token } = login.response.parse(await send('POST', login.path, who));
    return {
      child,
      send: (method, path, body, headers) =>
        send(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
    };
  }

  it('restores what was typed and answered, and no dictation twice', async () => {
    const notes: Note[] = [];
    // In the midst of typing, and when most are being saved.
    for (const answers of [NOTES * 2, NOTES * WRITES + 2]) {
      const { child, send } = await startPortal();
      let answered = 0;
      const sendAndKill: Send = async (...call) => {
        const answer = await send(...call);
        answered += 1;
        if (answered === answers) child.signal('SIGKILL');
        return answer;
      };
      const some = Array.from({ length: NOTES }, () => new Note(desk, sendAndKill));
      await Promise.allSettled(some.map((note) => note.write()));
      await child.ended();
      notes.push(...some);
    }
    const begun = notes.filter((note) => note.answered !== '');
    expect(begun.length).toBeGreaterThan(NOTES);
    // Its last text, or the one that was under way when the portal was killed. A saved note has no draft any more.
    for (const note of begun) expect([note.answered, note.sent, note.lastText]).toContain(await textOf(note));
    for (const note of notes) {
      const again = await portal.call(
        dictationCreate,
        { body: { ...note.body, draftId: note.id } },
        { token: physician.token, headers: { 'idempotency-key': note.key } },
      );
      expect(again.status).toBe(201);
      expect(await storedTexts(note)).toEqual([note.lastText]);
    }
  }, 60_000);

  /** What is there of a note: its kept draft, else the dictation it became. */
  async function textOf(note: Note): Promise<unknown> {
    const draft = await portal.call(draftGet, { params: { id: note.id } }, physician);
    const stored = await storedTexts(note);
    expect(stored.length + (draft.ok ? 1 : 0)).toBe(1);
    return draft.ok ? draft.body.content.formData['note'] : stored[0];
  }

  async function storedTexts({ id }: Note): Promise<string[]> {
    const { rows } = await portal.owner.query<{ note: string }>(
      `select form_data ->> 'note' as note from dictations where form_data ->> 'note' like $1`,
      [`${id}%`],
    );
    return rows.map(({ note }) => note);
  }
});

type Send = (
  method: string,
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<unknown>;

/** One editor: keeps its text as it grows, and saves it. */
class Note {
  readonly id = randomUUID();
  readonly key = randomUUID();
  readonly #editorId = randomUUID();
  readonly #send: Send;
  readonly #desk: DictationDesk;
  /** The last text that was sent, and the last that the portal said it has. */
  sent = '';
  answered = '';

  constructor(desk: DictationDesk, send: Send) {
    this.#desk = desk;
    this.#send = send;
  }

  get lastText(): string {
    return this.#text(WRITES);
  }

  get body(): DictationBody {
    return noteBody(this.#desk, { formData: { side: 'Left', note: this.lastText } });
  }

  #text(write: number): string {
    return `${this.id} ${'word '.repeat(write)}`;
  }

  async write(): Promise<void> {
    for (let write = 1; write <= WRITES; write += 1) {
      this.sent = this.#text(write);
      await this.#send('PUT', `/dictation/drafts/${this.id}`, this.#draft(write - 1));
      this.answered = this.sent;
    }
    await this.#send(
      'POST',
      '/dictation',
      { ...this.body, draftId: this.id },
      { 'idempotency-key': this.key },
    );
  }

  #draft(revision: number) {
    return {
      dictationId: null,
      templateId: this.#desk.templateId,
      templateVersion: 1,
      baseVersion: null,
      revision,
      editorId: this.#editorId,
      content: {
        patientId: null,
        procedureDate: '',
        procedureLocation: '',
        providerId: null,
        locationId: null,
        formData: { note: this.sent },
        editedFields: [],
        billingCodes: null,
        billingOption: 'standard',
        complications: '',
        createKey: this.key,
      },
    };
  }
}
