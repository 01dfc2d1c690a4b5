import { Parser } from 'htmlparser2';
import { numberText, type NumberText } from '@portal/domain/patient-import/workbook-number';
import { ImportError } from '../import-error.ts';
import { DAMAGED, type WorkbookZip } from './workbook-zip.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What happens in an XML document. Names are without their prefix. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A parser of XML in pieces. It knows the five entities of XML only, and reads no DTD. */
export const xmlParser = ({ open, text, close }: XmlEvents): Parser =>
  new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  );

function parseXml(xml: string, events: XmlEvents): void {
  const parser = xmlParser(events);
  parser.end(xml);
}

/** Whether an attribute says true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Replaces escapes such as _x000D_ (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_all, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
    : text;

/** A sheet of a workbook. */
export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

/** A workbook without its cells. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  readonly is1904: boolean;
  readonly sharedStrings: readonly string[];
  /** How numbers are read, by the style of their cell. */
  readonly styles: readonly NumberText[];
}

/** Relations end like this in both variants of the format. */
const ofType = (type: string) => (relation: Relation) => relation.type.endsWith(`/${type}`);

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Reads the names of the sheets, the texts and the styles. Throws ImportError. */
export async function readParts(zip: WorkbookZip): Promise<WorkbookParts> {
  const [office] = (await relationsOf(zip, '')).filter(ofType('officeDocument'));
  if (office === undefined) throw new ImportError(DAMAGED);
  const relations = await relationsOf(zip, office.target);
  const [strings] = relations.filter(ofType('sharedStrings'));
  const [styles] = relations.filter(ofType('styles'));
  const worksheets = new Map(relations.filter(ofType('worksheet')).map(({ id, target }) => [id, target]));
  const found: SheetPart[] = [];
  let is1904 = false;
  parseXml(await zip.whole(office.target), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const path = worksheets.get(id ?? '');
      // Charts and macros have sheets, too.
      if (path !== undefined)
        found.push({
          name: unescaped(attributes['name'] ?? ''),
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
          path,
        });
    },
  });
  return {
    sheets: found,
    is1904,
    sharedStrings: strings === undefined ? [] : await readSharedStrings(zip, strings.target),
    styles: styles === undefined ? [] : readStyles(await zip.whole(styles.target)),
  };
}

/** The relations of a part; '' is the whole package. */
async function relationsOf(zip: WorkbookZip, part: string): Promise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!zip.has(path)) return [];
  const found: Relation[] = [];
  parseXml(await zip.whole(path), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name === 'Relationship' && mode !== 'External')
        found.push({ id, type, target: new URL(target, `zip:///${folder}`).pathname.slice(1) });
    },
  });
  return found;
}

/** The texts of cells. Pronunciations of Japanese texts are left out. */
async function readSharedStrings(zip: WorkbookZip, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  let text: string | null = null;
  let isText = false;
  let isPhonetic = false;
  const parser = xmlParser({
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = text !== null && !isPhonetic;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') {
        found.push(unescaped(text ?? ''));
        text = null;
      }
    },
  });
  for await (const piece of zip.read(path)) parser.write(piece);
  parser.end();
  return found;
}

function readStyles(xml: string): readonly NumberText[] {
  const codes = new Map<number, string>();
  const found: NumberText[] = [];
  let isCellStyles = false;
  parseXml(xml, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') isCellStyles = true;
      else if (name === 'xf' && isCellStyles) found.push(numberText(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return found;
}
