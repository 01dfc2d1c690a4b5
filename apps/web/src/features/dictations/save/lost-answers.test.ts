import type { Dictation } from '@portal/contract/dictations';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { aDraft } from '../test/dictation-fixtures.ts';
import {
  hasSaved,
  unsentContent,
  type SaveAction,
  type SaveBody,
  type SaveRequest,
  type SaveStep,
} from './editor-machine.ts';
import { createEditorStore } from './editor-store.ts';

const ME = 'me';
const request = (text: string): SaveRequest => ({
  body: { patientId: 'p1', procedureDate: '2026-11-21', formData: { text } },
  draftId: 'd1',
});
const LOST = new ApiError(0, 'NETWORK');

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const textOf = ({ formData }: SaveBody) => (isText(formData?.['text']) ? formData['text'] : '');

/** A 409 with the current record. */
const refusal = (code: 'STALE' | 'CONFLICT', current: Dictation): unknown =>
  new ApiError(409, code, {
    code,
    message: null,
    list: [],
    fieldErrors: {},
    plainText: null,
    requestId: null,
    current,
    retryAfterSeconds: null,
  });

/** A server that creates once per key and checks versions. `outcomes`: the response is lost, or the request is dropped on the way. */
function server(...outcomes: ('ok' | 'lost' | 'dropped' | 'refused')[]) {
  const created = new Map<string, { readonly id: string; readonly body: string }>();
  const savedDrafts = new Map<string, string>();
  const records = new Map<string, { version: number; text: string; status: string; by?: string }>();
  const log: string[] = [];
  const answerOf = (id: string): Dictation => {
    const record = records.get(id);
    const dictation: unknown = { id, ...record, formData: {}, updatedByUser: { id: record?.by ?? ME } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the saver looks at
    return dictation as Dictation;
  };
  const step = <T>(work: () => T): T => {
    const outcome = outcomes.shift() ?? 'ok';
    if (outcome === 'refused') throw new ApiError(400, 'VALIDATION');
    if (outcome === 'dropped') throw LOST;
    const result = work();
    if (outcome === 'lost') throw LOST;
    return result;
  };
  return {
    log,
    records,
    /** A day has passed: the server no longer knows the keys. */
    forgetKeys: () => created.clear(),
    calls: {
      create: async ({ body: sent, draftId }: SaveRequest, key: string) => {
        log.push(`create ${textOf(sent)}`);
        return step(() => {
          const before = created.get(key);
          if (before !== undefined && before.body !== JSON.stringify(sent))
            throw new ApiError(422, 'IDEMPOTENCY_MISMATCH');
          const saved = savedDrafts.get(draftId);
          if (before === undefined && saved !== undefined) throw refusal('CONFLICT', answerOf(saved));
          const id = before?.id ?? `n${records.size + 1}`;
          savedDrafts.set(draftId, id);
          if (before === undefined)
            records.set(id, { version: 1, text: textOf(sent), status: sent.status ?? 'Draft' });
          created.set(key, { id, body: JSON.stringify(sent) });
          return answerOf(id);
        });
      },
      update: async (id: string, { body: sent }: SaveRequest, version: number) => {
        log.push(`update ${textOf(sent)} of ${version}`);
        return step(() => {
          const record = records.get(id);
          if (record?.version !== version) throw refusal('STALE', answerOf(id));
          records.set(id, { version: version + 1, text: textOf(sent), status: sent.status ?? 'Draft' });
          return answerOf(id);
        });
      },
      sign: async (id: string) => {
        log.push('sign');
        return step(() => {
          const record = records.get(id);
          if (record !== undefined && record.status !== 'Signed')
            records.set(id, { ...record, version: record.version + 1, status: 'Signed' });
          return answerOf(id);
        });
      },
    },
  };
}

const target = { draftId: 'd1', dictationId: null, templateId: 't1', templateVersion: 1, baseVersion: null };

/** An editor of a new dictation; `save` and `sign` reject with the error that the person sees. */
function saverOf({ calls }: ReturnType<typeof server>, createKey = 'k', isContinued = false) {
  let failure: unknown = null;
  const perform = async (step: SaveStep): Promise<Dictation> => {
    if (step.kind === 'create') return calls.create(step.request, step.key);
    return step.kind === 'sign' ? calls.sign(step.id) : calls.update(step.id, step.request, step.version);
  };
  const store = createEditorStore(
    { target, revision: 0, dictation: null, isTakingOver: false, isContinued, createKey },
    {
      sendDraft: () => Promise.reject(LOST),
      perform: async (step) => {
        try {
          return await perform(step);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      userId: ME,
      nameOfPath: (path) => path,
    },
  );
  const saveAs = async (action: SaveAction, { body }: SaveRequest): Promise<Dictation> => {
    const isDone = await store.save(action, body);
    const { dictation } = store.state.get();
    if (!isDone || dictation === null) throw failure;
    return dictation;
  };
  return {
    store,
    save: (sent: SaveRequest) => saveAs('draft', sent),
    sign: (sent: SaveRequest) => saveAs('sign', sent),
  };
}

describe('a save whose response is lost', () => {
  it('creates one dictation when retried', async () => {
    const fake = server('lost');
    const saver = saverOf(fake);
    await expect(saver.save(request('one'))).rejects.toBe(LOST);
    expect((await saver.save(request('one'))).id).toBe('n1');
    expect([fake.records.size, fake.log]).toEqual([1, ['create one', 'create one']]);
  });

  it('repeats the first request before it sends newer text', async () => {
    const fake = server('lost', 'lost');
    const saver = saverOf(fake);
    await expect(saver.save(request('one'))).rejects.toBe(LOST);
    await expect(saver.save(request('two'))).rejects.toBe(LOST);
    await saver.save(request('three'));
    expect(fake.log).toEqual(['create one', 'create one', 'create one', 'update three of 1']);
    expect([...fake.records.values()]).toEqual([{ version: 2, text: 'three', status: 'Draft' }]);
  });

  it('keeps newer text as a draft when only the first request is repeated', async () => {
    const fake = server('lost', 'ok', 'dropped');
    const { store, save } = saverOf(fake);
    await expect(save(request('one'))).rejects.toBe(LOST);
    store.change(aDraft({ content: { complications: 'two' } }).content);
    await expect(save(request('two'))).rejects.toBe(LOST);
    expect(fake.log).toEqual(['create one', 'create one', 'update two of 1']);
    const state = store.state.get();
    expect(state).toMatchObject({ dictation: { id: 'n1' }, target: { dictationId: 'n1', baseVersion: 1 } });
    expect(unsentContent(state)?.complications).toBe('two');
    expect(hasSaved(state, request('two').body)).toBe(false);
  });

  it('is a new attempt after a refusal', async () => {
    const fake = server('refused');
    const saver = saverOf(fake);
    await expect(saver.save(request('one'))).rejects.toMatchObject({ code: 'VALIDATION' });
    await saver.save(request('two'));
    expect(fake.records.size).toBe(1);
  });

  it('is not mistaken for someone else’s change', async () => {
    const fake = server('ok', 'lost');
    const saver = saverOf(fake);
    await saver.save(request('one'));
    await expect(saver.save(request('two'))).rejects.toBe(LOST);
    await saver.save(request('three'));
    expect(fake.records.get('n1')).toEqual({ version: 3, text: 'three', status: 'Draft' });
  });

  it('continues signing where it stopped: one save, one signature', async () => {
    const fake = server('ok', 'lost');
    const saver = saverOf(fake);
    await expect(saver.sign(request('one'))).rejects.toBe(LOST);
    const signed = await saver.sign(request('one'));
    expect(signed.status).toBe('Signed');
    expect(fake.log).toEqual(['create one', 'sign', 'sign']);
  });
});

it('reports a change by someone else', async () => {
  const fake = server();
  const saver = saverOf(fake);
  await saver.save(request('one'));
  fake.records.set('n1', { version: 5, text: 'theirs', status: 'Draft' });
  await expect(saver.save(request('two'))).rejects.toMatchObject({ code: 'STALE' });
});

it('reports a change from the user’s other window after a lost response', async () => {
  const fake = server('ok', 'lost');
  const saver = saverOf(fake);
  await saver.save(request('one'));
  await expect(saver.save(request('two'))).rejects.toBe(LOST);
  fake.records.set('n1', { version: 3, text: 'the other window', status: 'Draft' });
  await expect(saver.save(request('three'))).rejects.toMatchObject({ code: 'STALE' });
  expect(fake.records.get('n1')).toMatchObject({ text: 'the other window' });
});

it('reports a colleague’s change after a save that never arrived', async () => {
  const fake = server('ok', 'dropped');
  const saver = saverOf(fake);
  await saver.save(request('one'));
  await expect(saver.save(request('two'))).rejects.toBe(LOST);
  fake.records.set('n1', { version: 2, text: 'theirs', status: 'Draft', by: 'a colleague' });
  await expect(saver.save(request('three'))).rejects.toMatchObject({ code: 'STALE' });
  expect(fake.records.get('n1')).toMatchObject({ version: 2, text: 'theirs' });
});

/** A save that created a dictation without an answer, and whose key the server no longer knows. */
async function lostSave() {
  const fake = server('lost');
  const saver = saverOf(fake);
  await expect(saver.save(request('one'))).rejects.toBe(LOST);
  fake.forgetKeys();
  return { ...fake, saver, again: (isContinued: boolean) => saverOf(fake, 'other', isContinued) };
}

describe('a draft that an unanswered save made a dictation', () => {
  it('is updated by its editor, also after the session has ended', async () => {
    const { saver, again, records } = await lostSave();
    await saver.save(request('two'));
    expect([...records.values()]).toMatchObject([{ version: 2, text: 'two' }]);
    await again(true).save(request('three'));
    expect([...records.values()]).toMatchObject([{ version: 3, text: 'three' }]);
  });

  it('is not overwritten once a colleague has changed it', async () => {
    const { saver, again, records } = await lostSave();
    records.set('n1', { version: 2, text: 'theirs', status: 'Draft', by: 'a colleague' });
    for (const editor of [saver, again(true)])
      await expect(editor.save(request('two'))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(records.get('n1')).toMatchObject({ version: 2, text: 'theirs' });
  });

  it('is not overwritten by an editor that opened empty, for example after a reload', async () => {
    const { again, records } = await lostSave();
    await expect(again(false).save(request('two'))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([...records.values()]).toMatchObject([{ version: 1, text: 'one' }]);
  });
});
