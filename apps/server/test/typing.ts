import { valueText } from '@portal/domain/template/value';
import { randomUUID } from 'node:crypto';
import { draftGet } from '@portal/contract/dictation-drafts';
import { dictationCreate, type DictationBody } from '@portal/contract/dictations';
import { Child } from '#cli/test/child.ts';
import { makeDictationDesk, noteBody, type DictationDesk } from './dictation-factories.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { settingsOf, signInToProcess } from './process.ts';

/**
 * Number of concurrent dictations, and how often each is autosaved before it is saved: 30 responses without failures.
 */
const NOTES = 6;
const WRITES = 4;

/** A practice where dictations are typed into a portal that gets killed. */
export class TypingDesk {
  readonly portal: TestPortal;
  readonly #physician: SignedInUser;
  readonly #desk: DictationDesk;

  private constructor(portal: TestPortal, physician: SignedInUser, desk: DictationDesk) {
    this.portal = portal;
    this.#physician = physician;
    this.#desk = desk;
  }

  /** Opens a desk. Close its portal when done. */
  static async open(): Promise<TypingDesk> {
    const portal = await openTestPortal();
    const physician = await signedInAs(portal, 'ProviderPhysician');
    return new TypingDesk(portal, physician, await makeDictationDesk(portal));
  }

  /** Types dictations until this many responses have arrived, then kills the portal. */
  async typeUntilKilled(answers: number): Promise<Note[]> {
    const child = new Child(['serve'], settingsOf(this.portal));
    const { origin, token } = await signInToProcess(child, this.#physician.userName);
    let answered = 0;
    const send: Send = async (method: string, path, body, headers) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
      const result: unknown = await answer.json();
      answered += 1;
      if (answered === answers) child.signal('SIGKILL');
      return result;
    };
    const notes = Array.from({ length: NOTES }, () => new Note(this.#desk, send));
    await Promise.allSettled(notes.map((note) => note.write()));
    if (answered < answers) throw new Error(`only ${answered} calls were answered`);
    await child.ended();
    return notes;
  }

  /**
   * Lists acknowledged text that is missing. Then saves each dictation again and lists those that do not exist
   * exactly once.
   */
  async lossesOf(notes: readonly Note[]): Promise<string[]> {
    const losses: string[] = [];
    for (const note of notes) {
      // Its last text, or the text being saved when the portal was killed.
      const possible = [note.answered, note.sent, note.lastText];
      const texts = await this.#textsOf(note);
      if (note.answered !== '' && (texts.length !== 1 || !possible.includes(texts[0] ?? '')))
        losses.push(`answered "${note.answered}", kept ${JSON.stringify(texts)}`);
      const again = await this.portal.call(
        dictationCreate,
        { body: { ...note.body, draftId: note.id } },
        { token: this.#physician.token, headers: { 'idempotency-key': note.key } },
      );
      const stored = await this.#storedTexts(note);
      if (again.status !== 201 || stored.length !== 1 || stored[0] !== note.lastText)
        losses.push(`saved again, answered ${again.status}, kept ${JSON.stringify(stored)}`);
    }
    return losses;
  }

  /** The stored texts of a dictation: its draft and the saved record. A saved dictation has no draft. */
  async #textsOf(note: Note): Promise<string[]> {
    const draft = await this.portal.call(draftGet, { params: { id: note.id } }, this.#physician);
    const stored = await this.#storedTexts(note);
    return draft.ok ? [valueText(draft.body.content.formData['note'], 'text'), ...stored] : stored;
  }

  async #storedTexts({ id }: Note): Promise<string[]> {
    const { rows } = await this.portal.owner.query<{ note: string }>(
      `select form_data ->> 'note' as note from dictations where form_data ->> 'note' like $1`,
      [`${id}%`],
    );
    return rows.map(({ note }) => note);
  }
}

type Send = (
  method: string,
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<unknown>;

/** One editor that autosaves its growing text and then saves it. */
class Note {
  readonly id = randomUUID();
  readonly key = randomUUID();
  readonly #editorId = randomUUID();
  readonly #send: Send;
  readonly #desk: DictationDesk;
  /** The last text sent, and the last text acknowledged by the portal. */
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
        editedFrom: {},
        billingCodes: null,
        billingOption: 'standard',
        complications: '',
        createKey: this.key,
      },
    };
  }
}
