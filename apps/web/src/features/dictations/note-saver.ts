import type { Dictation, DictationBody } from '@portal/contract/dictations';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';

/** What an editor saves besides what identifies the note. */
export type NoteBody = Omit<DictationBody, 'templateId' | 'templateVersion' | 'draftId'>;

/** The calls of a save; each rejects with `ApiError`. */
export interface SaveCalls {
  /** `draftId`: the kept draft that goes with the save. */
  readonly create: (
    body: NoteBody,
    by: { readonly key: string; readonly draftId: string },
  ) => Promise<Dictation>;
  readonly update: (
    id: string,
    body: NoteBody,
    on: { readonly version: number; readonly draftId: string },
  ) => Promise<Dictation>;
  readonly sign: (id: string, version: number) => Promise<Dictation>;
}

/** Saves one note as often as it takes; a lost answer never makes two dictations or a half-signed one. */
export interface NoteSaver {
  /** As it is on the server, as far as is known; null while it is not stored. */
  readonly stored: () => Dictation | null;
  readonly save: (body: NoteBody, draftId: string) => Promise<Dictation>;
  /** Saves what differs and signs; trying again goes on where it stopped. */
  readonly sign: (body: NoteBody, draftId: string) => Promise<Dictation>;
  /** Someone else saved meanwhile: the next save is based on theirs. */
  readonly rebase: (current: Dictation) => void;
}

interface SaverParts {
  readonly calls: SaveCalls;
  readonly dictation: Dictation | null;
  /** Of a kept draft: the dictation's version that it changes, which may be older. */
  readonly baseVersion: number | null;
  /** The key under which a new note is created. */
  readonly createKey: string;
  /** Who saves: a change that this user made a moment ago may be one's own whose answer was lost. */
  readonly userId: string;
}

interface Sent {
  readonly body: NoteBody;
  readonly draftId: string;
}

/** Makes the saver of one editor. */
export function createNoteSaver({ calls, dictation, baseVersion, createKey, userId }: SaverParts): NoteSaver {
  let stored = dictation;
  let version = baseVersion ?? dictation?.version ?? 0;
  let key = createKey;
  /** What was sent and not answered. */
  let open: Sent | null = null;
  /** What the stored one was made of. */
  let saved: string | null = null;

  const take = (answer: Dictation, { body }: Sent): Dictation => {
    stored = answer;
    version = answer.version;
    open = null;
    saved = JSON.stringify(body);
    return answer;
  };

  /** Remembers what may have reached the server although no answer came. */
  async function tried<T>(sent: Sent, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      open = isLost(error) ? sent : null;
      throw error;
    }
  }

  async function create(sent: Sent): Promise<Dictation> {
    // What was sent first decides whether there is a dictation already: the same key gives the same answer.
    const first = open ?? sent;
    try {
      const made = await tried(first, () => calls.create(first.body, { key, draftId: first.draftId }));
      take(made, first);
    } catch (error) {
      const before = savedBefore(error);
      if (before !== null) {
        rebase(before);
        return update(before.id, sent);
      }
      // A refused note is not there; its next try is another one.
      if (!isLost(error)) key = randomId();
      if (first === sent || isLost(error)) throw error;
      return create(sent);
    }
    return saveChanged(sent);
  }

  async function update(id: string, sent: Sent): Promise<Dictation> {
    const isRepeated = open !== null;
    const attempt = () => tried(sent, () => calls.update(id, sent.body, { version, draftId: sent.draftId }));
    try {
      return take(await attempt(), sent);
    } catch (error) {
      const current = isRepeated ? ownChange(error) : null;
      if (current === null) throw error;
      version = current.version;
      return take(await attempt(), sent);
    }
  }

  /** The record as one's own save left it, whose answer was lost. */
  function ownChange(error: unknown): Dictation | null {
    if (!(error instanceof ApiError) || error.code !== 'STALE') return null;
    const { current } = error;
    const isOwn =
      isDictation(current) && current.updatedByUser.id === userId && current.version === version + 1;
    return isOwn ? current : null;
  }

  /** What is stored already is not sent again. */
  async function saveChanged(sent: Sent): Promise<Dictation> {
    if (stored === null) return create(sent);
    return saved === JSON.stringify(sent.body) ? stored : update(stored.id, sent);
  }

  function rebase(current: Dictation): void {
    stored = current;
    version = current.version;
    open = null;
    saved = null;
  }

  return {
    stored: () => stored,
    save: (body, draftId) =>
      stored === null ? create({ body, draftId }) : update(stored.id, { body, draftId }),
    sign: async (body, draftId) => {
      const { id, version: savedVersion } = await saveChanged({
        body: { ...body, status: 'Completed' },
        draftId,
      });
      stored = await calls.sign(id, savedVersion);
      version = stored.version;
      return stored;
    },
    rebase,
  };
}

/** What the note's draft became already, before its text was taken back: its save was never answered. */
function savedBefore(error: unknown): Dictation | null {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return null;
  const { current } = error;
  return isDictation(current) && current.status !== 'Signed' ? current : null;
}

/** No answer came, so that it may have worked. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.code === 'DUPLICATE_REQUEST');

/** The current record that comes with STALE. */
export function isDictation(value: unknown): value is Dictation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'formData' in value &&
    'version' in value &&
    'updatedByUser' in value
  );
}
