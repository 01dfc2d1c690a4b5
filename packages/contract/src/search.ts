import { z } from 'zod';
import { documentRow } from './documents.ts';
import { signedIn } from './core/endpoint.ts';
import { pageSizeOf } from './core/list.ts';
import { phoneMessage } from './messages.ts';
import { orderRow } from './orders.ts';
import { patientRow } from './patients.ts';
import { publicUser } from './users.ts';
import { reads } from './core/verbs.ts';

/** Most rows of each kind that a search of everything returns. */
export const SEARCH_MAX_ROWS = 20;

export const foundPatient = patientRow.pick({
  id: true,
  medicalRecordNumber: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  isDeceased: true,
  dateOfDeath: true,
  phone: true,
  similar: true,
});
export const foundOrder = orderRow.pick({
  id: true,
  orderNumber: true,
  type: true,
  isProcedure: true,
  diagnosis: true,
  patient: true,
  status: true,
});
export const foundMessage = phoneMessage.pick({
  id: true,
  messageNumber: true,
  callerName: true,
  patient: true,
  priority: true,
  status: true,
});
export const foundDocument = documentRow.pick({
  id: true,
  fileName: true,
  type: true,
  category: true,
  patient: true,
  createdAt: true,
});
export const foundUser = publicUser.pick({
  id: true,
  userName: true,
  firstName: true,
  lastName: true,
  title: true,
  roles: true,
});

/** Records found by a search of everything. Kinds that the caller may not list are empty. */
export const searchResults = z.object({
  patients: z.array(foundPatient),
  orders: z.array(foundOrder),
  messages: z.array(foundMessage),
  documents: z.array(foundDocument),
  users: z.array(foundUser),
});
export type SearchResults = z.output<typeof searchResults>;

export const searchEverything = reads('/search', {
  summary:
    'Search patients, orders, messages, documents and users at once; each kind is empty without access to its list',
  tag: 'Search',
  healthData: true,
  guard: signedIn,
  query: z.strictObject({
    /** Text that can match nothing, such as one of 10,000 characters, finds nothing. */
    q: z
      .string()
      .optional()
      .transform((text) => text?.replaceAll('\0', ' ').trim() ?? ''),
    limit: pageSizeOf(5, SEARCH_MAX_ROWS),
  }),
  response: searchResults,
  audit: 'Accessed',
});
