import type { Document } from '@portal/contract/documents';
import { onTestFinished, vi } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';

/** Test patients; Ann is `aPatient`. */
export const ANN = {
  id: '22222222-2222-4222-8222-222222222222',
  firstName: 'Ann',
  lastName: 'Lee',
  medicalRecordNumber: '00000042',
};
export const BEN = {
  id: '33333333-3333-4333-8333-333333333333',
  firstName: 'Ben',
  lastName: 'Moss',
  medicalRecordNumber: '00000043',
};

/** A Word document of Ann's, which is not viewable; accepts overrides. */
export function aDocument(change: Partial<Document> = {}): Document {
  return {
    id: '44444444-4444-4444-8444-444444444444',
    fileName: 'letter.docx',
    fileType: 'docx',
    type: 'Consent',
    category: 'Legal',
    patient: ANN,
    fileSizeBytes: 2048,
    uploadedByUser: { id: '55555555-5555-4555-8555-555555555555', firstName: 'Jane', lastName: 'Roe' },
    createdAt: '2026-11-21T15:00:00.000Z',
    isEncrypted: true,
    deletedAt: null,
    restorableUntil: null,
    version: 3,
    note: 'Signed at the front desk',
    deletedByUser: null,
    deleteReason: null,
    ...change,
  };
}

/** The same document after deletion. */
export const aDeletedDocument = (change: Partial<Document> = {}): Document =>
  aDocument({
    deletedAt: '2026-11-22T15:00:00.000Z',
    restorableUntil: '2026-12-22T15:00:00.000Z',
    deletedByUser: { id: '66666666-6666-4666-8666-666666666666', firstName: 'Omar', lastName: 'Diaz' },
    deleteReason: 'Scanned into the wrong chart',
    ...change,
  });

/** A list response. */
export const listOf = (...documents: readonly Document[]): Answer => ({
  body: { data: documents, totalCount: documents.length, totalCountIsApproximate: false },
});

/** A download response, with the file name if there is one. */
export const fileAnswer = (content: string | Uint8Array<ArrayBuffer>, fileName?: string): Answer => ({
  body: content,
  headers: {
    'content-disposition': fileName === undefined ? 'attachment' : `attachment; filename="${fileName}"`,
  },
});

/** Records the names of files that the browser would save, in order. */
export function watchSaves(): readonly string[] {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}
