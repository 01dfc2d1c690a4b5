import { DOCUMENT_CATEGORIES, DOCUMENT_TYPES } from '@portal/domain/document';
import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
const PAGE_SIZE = 20;
const SORT_KEYS = ['createdAt', 'fileName', 'size'];

interface Some {
  readonly id: string;
  readonly patient: string;
}

const list = (query: Record<string, string> = {}) =>
  ({ method: 'GET', path: `/document?${new URLSearchParams(query).toString()}` }) as const;
const row = (name: string, query: Record<string, string>): Row => ({
  name: `documents, ${name}`,
  call: () => list(query),
  budget,
});

/** The document list with each sort, page and filter, and single documents. */
export const documents: Area = {
  name: 'documents',
  rows: async (pool, count) => {
    const { rows } = await pool.query<Some>(
      `select id, patient_id as patient from documents where deleted_at is null limit 100`,
    );
    const some = (turn: number) => rows[turn % rows.length] ?? { id: '', patient: '' };
    const last = String(Math.ceil((count * 0.99) / PAGE_SIZE));
    return [
      ...SORT_KEYS.flatMap((orderBy) => [
        row(`by ${orderBy}, first page`, { orderBy }),
        row(`by ${orderBy}, page 100`, { orderBy, page: '100' }),
        row(`by ${orderBy}, last page`, { orderBy, page: last }),
        row(`of a type, by ${orderBy}`, { orderBy, type: 'LabResult' }),
        row(`of a category, by ${orderBy}`, { orderBy, category: 'Legal', sortDirection: 'desc' }),
      ]),
      {
        name: 'documents of types and categories in turn, page 50',
        call: (turn) =>
          list({
            type: DOCUMENT_TYPES[turn % DOCUMENT_TYPES.length] ?? '',
            category: DOCUMENT_CATEGORIES[turn % DOCUMENT_CATEGORIES.length] ?? '',
            page: '50',
          }),
        budget,
      },
      { name: 'documents of a patient', call: (turn) => list({ patientId: some(turn).patient }), budget },
      row('deleted ones', { deleted: 'true' }),
      {
        name: 'document, read',
        call: (turn) => ({ method: 'GET', path: `/document/${some(turn).id}` }),
        budget,
      },
    ];
  },
  cleanUp: async () => undefined,
};
