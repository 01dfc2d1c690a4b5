import { strToU8, zipSync } from 'fflate';

/** A sheet of a workbook for tests. */
export interface TestSheet {
  readonly name: string;
  /** The XML of the rows. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** XML after the rows. */
  readonly after?: string;
}

interface WorkbookOptions {
  readonly strings?: readonly string[];
  /** Custom number formats: their styles are 1, 2 … */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Parts to add or replace; null to leave out. */
  readonly parts?: Readonly<Record<string, string | null>>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A workbook (.xlsx) as Excel writes it, with the parts that readers need. */
export function workbook(
  sheets: readonly TestSheet[],
  { strings = [], formats = [], is1904 = false, parts = {} }: WorkbookOptions = {},
): Buffer<ArrayBuffer> {
  const all: Record<string, string | null> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${XML}<Relationships ${RELATIONS}><Relationship Id="rId1" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${R}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${xmlText(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships ${RELATIONS}>${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${R}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="s1" Type="${R}/styles" Target="styles.xml"/><Relationship Id="s2" Type="${R}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xmlText(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${strings.join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet ${MAIN}><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
  const files = Object.entries(all).flatMap(([name, text]) =>
    text === null ? [] : [[name, strToU8(text)] as const],
  );
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

/** Rows of texts, as other programs write them: without references and shared texts. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells) =>
        `<row>${cells.map((cell) => (cell === '' ? '<c/>' : `<c t="inlineStr"><is><t>${xmlText(cell)}</t></is></c>`)).join('')}</row>`,
    )
    .join('');
