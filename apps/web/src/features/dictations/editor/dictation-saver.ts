import type { Dictation, DictationBody } from '@portal/contract/dictations';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';

/** The body of a save, without the template and the draft ID. */
export type SaveBody = Omit<DictationBody, 'templateId' | 'templateVersion' | 'draftId'>;

/** The API calls of a save; each rejects with `ApiError`. */
export interface SaveCalls {
  /** `draftId` is the draft that the save removes. */
  readonly create: (
    body: SaveBody,
    by: { readonly key: string; readonly draftId: string },
  ) => Promise<Dictation>;
  readonly update: (
    id: string,
    body: SaveBody,
    on: { readonly version: number; readonly draftId: string },
  ) => Promise<Dictation>;
  readonly sign: (id: string, version: number) => Promise<Dictation>;
}

/** Saves one dictation. Retries are safe: a lost response never creates two dictations or a half-signed one. */
export interface DictationSaver {
  /** The last known server version; null until the dictation is saved. */
  readonly stored: () => Dictation | null;
  readonly save: (body: SaveBody, draftId: string) => Promise<Dictation>;
  /** Saves changes, then signs. A retry continues where the last attempt stopped. */
  readonly sign: (body: SaveBody, draftId: string) => Promise<Dictation>;
  /** Bases the next save on a version that someone else saved. */
  readonly rebase: (current: Dictation) => void;
}

interface SaverParts {
  readonly calls: SaveCalls;
  readonly dictation: Dictation | null;
  /** The version that a restored draft is based on, which may be older. */
  readonly baseVersion: number | null;
  /** Idempotency key for creating a new dictation. */
  readonly createKey: string;
  /** The current user. A recent change by this user may be this editor's own save whose response was lost. */
  readonly userId: string;
}

interface Sent {
  readonly body: SaveBody;
  readonly draftId: string;
}

/** Creates the saver of one editor. */
export function createDictationSaver({
  calls,
  dictation,
  baseVersion,
  createKey,
  userId,
}: SaverParts): DictationSaver {
  let stored = dictation;
  let version = baseVersion ?? dictation?.version ?? 0;
  let key = createKey;
  /** The last request without a response. */
  let open: Sent | null = null;
  /** The body of the last successful save, as JSON. */
  let saved: string | null = null;

  const recordSaved = (answer: Dictation, { body }: Sent): Dictation => {
    stored = answer;
    version = answer.version;
    open = null;
    saved = JSON.stringify(body);
    return answer;
  };

  /** Remembers a request that may have reached the server even though no response came. */
  async function track<T>(sent: Sent, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      open = isLost(error) ? sent : null;
      throw error;
    }
  }

  async function create(sent: Sent): Promise<Dictation> {
    // Repeat the first request: its key returns the same dictation if the server already created one.
    const first = open ?? sent;
    try {
      const created = await track(first, () => calls.create(first.body, { key, draftId: first.draftId }));
      recordSaved(created, first);
    } catch (error) {
      const before = savedBefore(error);
      if (before !== null) {
        rebase(before);
        return update(before.id, sent);
      }
      // A rejected request created nothing, so the next attempt needs a new key.
      if (!isLost(error)) key = randomId();
      if (first === sent || isLost(error)) throw error;
      return create(sent);
    }
    return saveChanged(sent);
  }

  async function update(id: string, sent: Sent): Promise<Dictation> {
    const isRepeated = open !== null;
    const attempt = () => track(sent, () => calls.update(id, sent.body, { version, draftId: sent.draftId }));
    try {
      return recordSaved(await attempt(), sent);
    } catch (error) {
      const current = isRepeated ? ownChange(error) : null;
      if (current === null) throw error;
      version = current.version;
      return recordSaved(await attempt(), sent);
    }
  }

  /** The current record if it comes from this editor's own save whose response was lost, else null. */
  function ownChange(error: unknown): Dictation | null {
    if (!(error instanceof ApiError) || error.code !== 'STALE') return null;
    const { current } = error;
    const isOwn =
      isDictation(current) && current.updatedByUser.id === userId && current.version === version + 1;
    return isOwn ? current : null;
  }

  /** Saves unless the same body has already been saved. */
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

/** The dictation that an earlier, unanswered save created from this draft, or null. */
function savedBefore(error: unknown): Dictation | null {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return null;
  const { current } = error;
  return isDictation(current) && current.status !== 'Signed' ? current : null;
}

/** No response arrived, so the request may have succeeded. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.isTemporary || error.code === 'DUPLICATE_REQUEST');

/** Type guard for the current record that comes with STALE. */
export function isDictation(value: unknown): value is Dictation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'formData' in value &&
    'version' in value &&
    'updatedByUser' in value
  );
}
