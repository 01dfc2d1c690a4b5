import { withoutFormulaGuard } from './csv.ts';
import { describeLines, describeSpans, LineCounter } from './csv-lines.ts';
import { isBlankRecord, readCsvText } from './csv-reader.ts';

/** Rows of the longest list that is imported at once. */
export const MAX_LIST_ROWS = 500;

/** The columns of a list: the name that the portal shows, then other names. */
export type ListColumns<Name extends string> = Readonly<Record<Name, readonly [string, ...string[]]>>;
/** A row with its line in the text, from 1. `trouble` is why it cannot be read, or null. */
export interface ListRow<Name extends string> {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Name, string>>>;
  readonly trouble: string | null;
}
export type ListTable<Name extends string> =
  | { readonly error: string }
  | {
      readonly rows: readonly ListRow<Name>[];
      /** What the lines of the text are. */
      readonly lines: string;
      /** Columns with values that are not imported. */
      readonly leftOut: readonly string[];
    };

const normalize = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Reads a list whose header row names its columns, in any order. With `hasTexts`, cells may have many lines. */
export function parseList<Name extends string>(
  text: string,
  columns: ListColumns<Name>,
  required: readonly NoInfer<Name>[],
  { hasTexts = false } = {},
): ListTable<Name> {
  const records = readCsvText(text, { hasTexts });
  const [header, ...data] = records.filter((record) => !isBlankRecord(record));
  if (header === undefined || data.length === 0)
    return { error: 'The list needs a header row and at least one row below it.' };
  if (header.trouble !== null) return { error: `Line ${header.line}: ${header.trouble}.` };
  const order = findColumns(header.cells, columns);
  const missing = required.filter((name) => !order.has(name)).map((name) => columns[name][0]);
  if (missing.length > 0)
    return {
      error: `The header row must name ${new Intl.ListFormat('en-US').format(missing)}.`,
    };
  if (data.length > MAX_LIST_ROWS) return { error: `At most ${MAX_LIST_ROWS} rows at once. Split the list.` };
  const counter = new LineCounter();
  for (const record of records)
    counter.add(isBlankRecord(record) ? 'blank' : record === header ? 'header' : 'row', record);
  const used = new Set(order.values());
  const isFilled = (index: number) => data.some(({ cells }) => (cells[index] ?? '').trim() !== '');
  return {
    rows: data.map(({ line, cells, trouble }) => ({
      line,
      cells: cellsOf(trouble === null ? cells : [], order),
      trouble,
    })),
    lines: `${describeLines(counter.counts)} ${describeSpans(counter.counts)}`.trim(),
    leftOut: header.cells.flatMap((name, index) =>
      used.has(index) || !isFilled(index) ? [] : [name.trim() || `column ${index + 1}`],
    ),
  };
}

/** The first column with each name. Names that the portal shows come before others. */
function findColumns<Name extends string>(
  header: readonly string[],
  columns: ListColumns<Name>,
): ReadonlyMap<Name, number> {
  const names = header.map((cell) => normalize(cell));
  const order = new Map<Name, number>();
  for (const name of namesOf(columns)) {
    const index = columns[name]
      .map((known) => names.indexOf(normalize(known)))
      .find((at) => at >= 0 && ![...order.values()].includes(at));
    if (index !== undefined) order.set(name, index);
  }
  return order;
}

function cellsOf<Name extends string>(
  cells: readonly string[],
  order: ReadonlyMap<Name, number>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, index] of order) found[name] = withoutFormulaGuard(cells[index] ?? '').trim();
  return found;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
const namesOf = <Name extends string>(columns: ListColumns<Name>) => Object.keys(columns) as Name[];

/** The columns of users. Roles are separated by semicolons. */
export const USER_COLUMNS = {
  firstName: ['First Name', 'First', 'Given Name'],
  lastName: ['Last Name', 'Last', 'Surname', 'Family Name'],
  roles: ['Role', 'Roles', 'Portal Role', 'User Role'],
  title: ['Title', 'Provider Title', 'Credentials', 'Credential', 'Degree'],
  npi: ['NPI', 'NPI Number', 'Provider NPI', 'Individual NPI'],
  email: ['Email', 'Email Address', 'E-mail', 'Work Email'],
  office: ['Office', 'Office Location', 'Office Name', 'Location', 'Clinic'],
  employeeId: ['Employee ID', 'Employee Number', 'Employee No', 'Staff ID'],
  hireDate: ['Hire Date', 'Date of Hire', 'Hired', 'Start Date'],
} as const satisfies ListColumns<string>;
export const REQUIRED_USER_COLUMNS = ['firstName', 'lastName', 'roles'] as const;

export const OFFICE_COLUMNS = {
  name: ['Office Name', 'Name', 'Office', 'Location', 'Location Name', 'Clinic'],
  address: ['Address', 'Street', 'Street Address', 'Address 1', 'Address Line 1'],
  city: ['City', 'Town'],
  state: ['State', 'ST'],
  zipCode: ['ZIP Code', 'ZIP', 'Postal Code'],
  phone: ['Phone', 'Phone Number', 'Telephone', 'Office Phone', 'Main Phone'],
  fax: ['Fax', 'Fax Number', 'Office Fax'],
  npi: ['NPI', 'NPI Number', 'Group NPI', 'Organization NPI'],
  isSurgeryCenter: ['Surgery Center', 'ASC'],
} as const satisfies ListColumns<string>;
export const REQUIRED_OFFICE_COLUMNS = ['name', 'address', 'city', 'state', 'zipCode', 'phone'] as const;

export const SHORTCUT_COLUMNS = {
  name: ['Name', 'Shortcut', 'Abbreviation', 'Trigger', 'Keyword'],
  text: ['Text', 'Expansion', 'Content', 'Phrase', 'Snippet'],
} as const satisfies ListColumns<string>;
export const REQUIRED_SHORTCUT_COLUMNS = ['name', 'text'] as const;
