import type { RecentRecords } from '@portal/contract/recent';
import type { SearchResults } from '@portal/contract/search';
import { formatDateUs } from '@portal/domain/date';
import { deathMark } from '@portal/domain/death';
import { DOCUMENT_TYPE_LABELS } from '@portal/domain/document';
import { orderTypeLabel } from '@portal/domain/order';
import { ORDER_STATUS_LABELS } from '@portal/domain/order-status';
import { STATUS_LABELS } from '@portal/domain/message-status';
import { fullName, lastFirst, patientLabel } from '@portal/domain/person-name';
import { formatPhone } from '@portal/domain/phone';

export const ITEM_KINDS = ['patient', 'order', 'message', 'document', 'user', 'action', 'page'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** A line of the search of everything. */
export interface PaletteItem {
  /** Unique among all items. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly label: string;
  readonly detail?: string;
  readonly to: string;
}

/** Lines under a heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

type Row<K extends keyof SearchResults> = SearchResults[K][number];
type Patient = Omit<Row<'patients'>, 'similar'> & { readonly similar?: true | undefined };

/** A patient, with what distinguishes patients of the same name. */
const patientItem = (patient: Patient): PaletteItem => ({
  id: `patient-${patient.id}`,
  kind: 'patient',
  label: lastFirst(patient),
  detail: joined(
    formatDateUs(patient.dateOfBirth),
    `MRN ${patient.medicalRecordNumber}`,
    formatPhone(patient.phone),
    deathMark(patient),
    patient.similar === true ? 'Similar name' : null,
  ),
  to: `/patients/${patient.id}`,
});

const orderItem = (order: Row<'orders'>): PaletteItem => ({
  id: `order-${order.id}`,
  kind: 'order',
  label: `${order.orderNumber}, ${orderTypeLabel(order)}`,
  detail: joined(patientLabel(order.patient), order.diagnosis, ORDER_STATUS_LABELS[order.status]),
  to: `/orders/${order.id}`,
});

const messageItem = (message: Row<'messages'>): PaletteItem => ({
  id: `message-${message.id}`,
  kind: 'message',
  label: `${message.messageNumber}, ${message.callerName}`,
  detail: joined(message.patient && patientLabel(message.patient), STATUS_LABELS[message.status]),
  to: `/messages/${message.id}`,
});

const documentItem = (document: Row<'documents'>): PaletteItem => ({
  id: `document-${document.id}`,
  kind: 'document',
  label: document.fileName,
  detail: joined(patientLabel(document.patient), DOCUMENT_TYPE_LABELS[document.type]),
  to: `/documents/${document.id}`,
});

const userItem = (user: Row<'users'>): PaletteItem => ({
  id: `user-${user.id}`,
  kind: 'user',
  label: fullName(user.firstName, user.lastName),
  detail: joined(user.userName, user.roles.join(', ')),
  to: `/users/${user.id}`,
});

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

/** What the search of the server found, patients first. */
export const foundGroups = (found: SearchResults): PaletteGroup[] => [
  { title: 'Patients', items: found.patients.map(patientItem) },
  { title: 'Medical orders', items: found.orders.map(orderItem) },
  { title: 'Phone messages', items: found.messages.map(messageItem) },
  { title: 'Documents', items: found.documents.map(documentItem) },
  { title: 'Users', items: found.users.map(userItem) },
];

/** How many recently opened records are listed. */
const RECENT_SHOWN = 10;

/** The records that the user opened last, of any kind. */
export function recentItems({ patients, orders, messages, documents }: RecentRecords): PaletteItem[] {
  return [
    ...patients.map((row) => ({ at: row.openedAt, item: patientItem(row) })),
    ...orders.map((row) => ({ at: row.openedAt, item: orderItem(row) })),
    ...messages.map((row) => ({ at: row.openedAt, item: messageItem(row) })),
    ...documents.map((row) => ({ at: row.openedAt, item: documentItem(row) })),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, RECENT_SHOWN)
    .map(({ item }) => item);
}

/** The items whose label contains every word of the text. */
export function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
