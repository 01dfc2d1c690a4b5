import { randomUUID } from 'node:crypto';
import { open, readFile, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as documents from '@portal/contract/documents';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { systemStatus } from '#features/system/index.ts';
import { auditOf } from '#test/factories.ts';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { pdfFile } from '#test/sample-files.ts';

/** The next such call of the system fails, as on a bad or full disk. */
async function failingOnce(call: 'read' | 'writeFile', code: string) {
  const file = await open(import.meta.filename);
  await file.close();
  const failure = Object.assign(new Error(`${code}: failed, ${call}`), { code, syscall: call });
  const prototype: Pick<FileHandle, 'read' | 'writeFile'> = Object.getPrototypeOf(file);
  const spy = vi.spyOn(prototype, call).mockRejectedValueOnce(failure);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

describe('damaged and missing files', () => {
  let desk: DocumentDesk;
  beforeAll(async () => {
    desk = await openDocumentDesk();
  });
  afterAll(() => desk.portal.close());
  const pathOf = (id: string) => join(desk.portal.deps.config.dataDir, 'files', id.slice(-2), id);
  const download = (id: string) =>
    desk.portal.call(documents.documentDownload, { params: { id } }, desk.staff);
  const status = async () => (await systemStatus(desk.portal.deps)).status;
  const readable = async (id: string) => {
    try {
      for await (const chunk of desk.portal.deps.files.store.read(id)) void chunk;
      return true;
    } catch {
      return false;
    }
  };

  it('reports a damaged, truncated or missing file instead of sending it, and degrades the system status until repaired', async () => {
    const { id } = await desk.upload(new File(['x'.repeat(200_000)], 'long.txt'));
    const whole = await readFile(pathOf(id));
    expect(await status()).toBe('Healthy');
    for (const [state, damage] of [
      [
        'damaged',
        () =>
          writeFile(pathOf(id), Buffer.concat([whole.subarray(0, -1), Buffer.of((whole.at(-1) ?? 0) ^ 1)])),
      ],
      ['damaged', () => truncate(pathOf(id), 4 + 65_552)],
      ['missing', () => desk.portal.deps.files.store.remove(id)],
    ] as const) {
      await damage();
      expect(await download(id)).toMatchObject({
        status: 500,
        error: {
          code: 'FILE_DAMAGED',
          message:
            state === 'damaged'
              ? 'This file is damaged and was not sent. Contact your administrator.'
              : 'The file of this document is missing and could not be sent. Contact your administrator.',
        },
      });
      const { status: found, reasons } = await systemStatus(desk.portal.deps);
      expect([found, reasons.map(({ code }) => code)]).toEqual(['Degraded', [`${state}Files`]]);
    }
    expect(desk.portal.logged()).toContain(id);
    const refusal = {
      action: 'AccessDenied',
      user_id: desk.staff.id,
      patient_id: desk.patientId,
      reason: null,
      new_values: { attempted: 'Exported', refusedBecause: 'The file is damaged' },
    };
    const refusals = (await auditOf(desk.portal, 'Document', id)).filter(
      ({ action }) => action === 'AccessDenied',
    );
    const missing = {
      ...refusal,
      new_values: { ...refusal.new_values, refusedBecause: 'The file is missing' },
    };
    // Newest first or last: by what was refused.
    expect(
      refusals.filter((each) => each.new_values?.refusedBecause === 'The file is missing'),
    ).toMatchObject([missing]);
    expect(
      refusals.filter((each) => each.new_values?.refusedBecause !== 'The file is missing'),
    ).toMatchObject([refusal, refusal]);
    await writeFile(pathOf(id), whole);
    expect((await download(id)).status).toBe(200);
    expect(await status()).toBe('Healthy');
  });

  it('reports a file replaced by another document’s as damaged', async () => {
    const [one, other] = [await desk.upload(), await desk.upload()];
    await writeFile(pathOf(one.id), await readFile(pathOf(other.id)));
    expect((await download(one.id)).status).toBe(500);
    await desk.remove(one.id, 'Damaged by the test itself');
  });

  it('removes a file left by a process that exited before writing its record', async () => {
    const { files } = desk.portal.deps;
    const left = await files.receive('left.txt', Readable.from([Buffer.from('left alone')]), 100);
    await runMaintenance(desk.portal.deps);
    expect(await readable(left.id)).toBe(true);
    await desk.portal.owner.query(`update pending_files set created_at = '2020-01-01'`);
    await runMaintenance(desk.portal.deps);
    expect([await readable(left.id), await desk.pending()]).toEqual([false, 0]);
  });

  it('removes a file in maintenance if the immediate removal failed', async () => {
    const { files } = desk.portal.deps;
    const remove = vi.spyOn(files.store, 'remove').mockRejectedValueOnce(new Error('busy'));
    onTestFinished(() => remove.mockRestore());
    expect((await desk.send(pdfFile(), { patientId: randomUUID() })).status).toBe(400);
    expect(await desk.pending()).toBe(1);
    await runMaintenance(desk.portal.deps);
    expect(await desk.pending()).toBe(0);
  });

  it('removes the file of a deleted document later if the store fails once', async () => {
    const { id } = await desk.upload();
    await desk.remove(id, 'Uploaded to the wrong patient');
    await desk.portal.owner.query(`update documents set deleted_at = '2020-01-01' where id = $1`, [id]);
    const remove = vi.spyOn(desk.portal.deps.files.store, 'remove').mockRejectedValueOnce(new Error('busy'));
    onTestFinished(() => remove.mockRestore());
    await expect(runMaintenance(desk.portal.deps)).rejects.toThrow('busy');
    expect([await readable(id), await desk.pending()]).toEqual([true, 1]);
    await runMaintenance(desk.portal.deps);
    expect([await readable(id), await desk.pending()]).toEqual([false, 0]);
  });

  it.each([
    ['EIO', 503, 'UNAVAILABLE'],
    ['EROFS', 503, 'UNAVAILABLE'],
    ['EACCES', 503, 'UNAVAILABLE'],
    ['ENOSPC', 507, 'STORAGE_FULL'],
    ['EDQUOT', 507, 'STORAGE_FULL'],
  ])(
    'a disk that answers %s while a document is stored gives %d, and leaves nothing behind',
    async (code, expected, answer) => {
      const before = await desk.count();
      const write = await failingOnce('writeFile', code);
      const refused = await desk.send(pdfFile());
      expect(write).toHaveBeenCalled();
      expect(refused).toMatchObject({ status: expected, error: { code: answer } });
      expect([await desk.count(), await desk.pending()]).toEqual([before, 0]);
    },
  );

  it('a disk that answers EIO while a document is read gives 503, and says nothing about the file', async () => {
    const { id } = await desk.upload();
    await failingOnce('read', 'EIO');
    expect(await download(id)).toMatchObject({ status: 503, error: { code: 'UNAVAILABLE' } });
    const { rows } = await desk.portal.owner.query('select damaged_at from documents where id = $1', [id]);
    expect(rows).toEqual([{ damaged_at: null }]);
    expect((await download(id)).status).toBe(200);
  });

  it('reports a full disk and leaves nothing behind', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const file = pdfFile();
    const before = await desk.count();
    const { files } = desk.portal.deps;
    const { StoreFullError } = await import('#files/blob-store.ts');
    const put = vi
      .spyOn(files.store, 'put')
      .mockRejectedValueOnce(new StoreFullError('full', { cause: full }));
    onTestFinished(() => put.mockRestore());
    expect(await desk.send(file)).toMatchObject({
      error: { code: 'STORAGE_FULL', message: expect.stringContaining('Nothing was saved') },
    });
    expect([await desk.count(), await desk.pending()]).toEqual([before, 0]);
    expect((await desk.send(file)).status).toBe(201);
  });
});
