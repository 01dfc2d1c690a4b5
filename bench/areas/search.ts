import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
/** Searches as users type them, by how much they find. */
const SEARCHES = {
  'a common name': ['smith', 'john', 'garcia', 'mary'],
  'two names': ['smith john', 'mary brown', 'jo garcia'],
  'a rare name': ['whitaker', 'bennett', 'fitzgerald'],
  'a misspelled name': ['murry', 'jon smyth', 'katherine gonzales'],
  'a birth date': ['3/9/57', '11121980', '1944-05-06'],
  'part of a number': ['2019-0', '000123', 'msg-2021', '00012345'],
  'words of every record': ['lumbar', 'refill afternoon', 'pdf'],
  nothing: ['zyzzyva', 'smith zyzzyva', '%%%'],
} as const;

const lists = {
  everything: (text: string) => `/search?q=${encodeURIComponent(text)}`,
  orders: (text: string) => `/medicalorder?search=${encodeURIComponent(text)}`,
  messages: (text: string) => `/phonemessage?search=${encodeURIComponent(text)}`,
  documents: (text: string) => `/document?search=${encodeURIComponent(text)}`,
} as const;

/** The search of everything, and the searches of orders, phone messages and documents. */
export const search: Area = {
  name: 'search',
  rows: async () =>
    Object.entries(lists).flatMap(([list, path]) =>
      Object.entries(SEARCHES).map(([what, texts]): Row => ({
        name: `search of ${list}, ${what}`,
        call: (turn) => ({ method: 'GET', path: path(texts[turn % texts.length] ?? '') }),
        budget,
      })),
    ),
  cleanUp: async () => undefined,
};
