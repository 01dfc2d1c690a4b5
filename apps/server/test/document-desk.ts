import * as documents from '@portal/contract/documents';
import type { Document } from '@portal/contract/documents';
import { makePatient, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type Answer, type TestPortal, type TestPortalOptions } from './harness.ts';
import { pdfFile } from './sample-files.ts';

/** A portal with two patients and two users who work with documents, and helpers for documents. */
export interface DocumentDesk {
  readonly portal: TestPortal;
  readonly admin: SignedInUser;
  readonly staff: SignedInUser;
  readonly patientId: string;
  readonly otherId: string;
  /** The required details of a file, with changes. */
  readonly fields: (more?: object) => DetailsOfFile;
  /** Uploads a file as Staff. */
  readonly send: (
    file: File,
    more?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer<typeof documents.documentUpload>>;
  /** Like `send`, but throws when it fails. */
  readonly upload: (file?: File, more?: object) => Promise<Document>;
  /** Deletes as Admin. */
  readonly remove: (id: string, reason: string) => Promise<Document>;
  /** Number of files without a record, and number of documents. */
  readonly pending: () => Promise<number | null>;
  readonly count: () => Promise<number | null>;
}
interface DetailsOfFile {
  readonly type: 'LabResult';
  readonly category: 'Clinical';
  readonly patientId: string;
}

/** Opens a desk. Close its portal when done. */
export async function openDocumentDesk(options: TestPortalOptions = {}): Promise<DocumentDesk> {
  const portal = await openTestPortal(options);
  const admin = await signedInAs(portal, 'Admin');
  const staff = await signedInAs(portal, 'Staff');
  const patientId = (await makePatient(portal, { firstName: 'Wren', lastName: 'Quillfeather' })).id;
  const otherId = (await makePatient(portal, { lastName: 'Zebrowski' })).id;
  const fields: DocumentDesk['fields'] = (more = {}) => ({
    type: 'LabResult',
    category: 'Clinical',
    patientId,
    ...more,
  });
  const send: DocumentDesk['send'] = (file, more, headers = {}) =>
    portal.call(documents.documentUpload, { body: fields(more), file }, { ...staff, headers });
  return {
    portal,
    admin,
    staff,
    patientId,
    otherId,
    fields,
    send,
    upload: async (file = pdfFile(), more = {}) => {
      const answer = await send(file, more);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      return answer.body;
    },
    remove: (id, reason) =>
      portal.succeed(documents.documentDelete, { params: { id }, body: { reason } }, admin),
    pending: async () => (await portal.owner.query('select from pending_files')).rowCount,
    count: async () => (await portal.owner.query('select from documents')).rowCount,
  };
}
