import type { Dictation, DictationBody } from '@portal/contract/dictations';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';

/** The body of a save, without the template and the draft ID. */
export type SaveBody = Omit<DictationBody, 'templateId' | 'templateVersion' | 'draftId'>;

/** A save request. */
export interface SaveRequest {
  readonly body: SaveBody;
  /** The draft that the save removes. */
  readonly draftId: string;
}

/** The API calls of a save; each rejects with `ApiError`. */
export interface SaveCalls {
  readonly create: (sent: SaveRequest, key: string) => Promise<Dictation>;
  readonly update: (id: string, sent: SaveRequest, version: number) => Promise<Dictation>;
  readonly sign: (id: string, version: number) => Promise<Dictation>;
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
  /** Whether the editor began with the draft’s text. One that began empty must not replace what the draft became. */
  readonly isContinued: boolean;
}

/** Saves one dictation. Retries are safe: a lost response never creates two dictations or a half-signed one. */
export function createDictationSaver({
  calls,
  dictation,
  baseVersion,
  createKey,
  userId,
  isContinued,
}: SaverParts) {
  let stored = dictation;
  let version = baseVersion ?? dictation?.version ?? 0;
  let key = createKey;
  /** The last request without a response. */
  let open: SaveRequest | null = null;
  /** The body of the last successful save, as JSON. */
  let saved: string | null = null;

  const recordSaved = (answer: Dictation, { body }: SaveRequest): Dictation => {
    stored = answer;
    version = answer.version;
    open = null;
    saved = JSON.stringify(body);
    return answer;
  };

  /** Remembers a request that may have reached the server even though no response came. */
  async function track<T>(sent: SaveRequest, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      open = isLost(error) ? sent : null;
      throw error;
    }
  }

  async function create(sent: SaveRequest): Promise<Dictation> {
    // Repeat the first request: its key returns the same dictation if the server already created one.
    const first = open ?? sent;
    const mayHaveSaved = open !== null || isContinued;
    try {
      const created = await track(first, () => calls.create(first, key));
      recordSaved(created, first);
    } catch (error) {
      const before = mayHaveSaved ? savedBefore(error) : null;
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

  async function update(id: string, sent: SaveRequest): Promise<Dictation> {
    const isRepeated = open !== null;
    const attempt = () => track(sent, () => calls.update(id, sent, version));
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

  /** The dictation that an earlier, unanswered save created from this draft, or null if someone else has changed it since. */
  function savedBefore(error: unknown): Dictation | null {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return null;
    const { current } = error;
    const isOwn = isDictation(current) && current.updatedByUser.id === userId && current.status !== 'Signed';
    return isOwn ? current : null;
  }

  /** Saves unless the same body has already been saved. */
  async function saveChanged(sent: SaveRequest): Promise<Dictation> {
    if (stored === null) return create(sent);
    return saved === JSON.stringify(sent.body) ? stored : update(stored.id, sent);
  }

  /** Bases the next save on a version that someone else saved. */
  function rebase(current: Dictation): void {
    stored = current;
    version = current.version;
    open = null;
    saved = null;
  }

  return {
    /** The last known server version; null until the dictation is saved. */
    stored: () => stored,
    save: (sent: SaveRequest) => (stored === null ? create(sent) : update(stored.id, sent)),
    /** Saves changes, then signs. A retry continues where the last attempt stopped. */
    sign: async ({ body, draftId }: SaveRequest) => {
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
