import { ImportError } from '../import-error.ts';
import { isTrue, unescaped, xmlParser, type Attributes, type WorkbookParts } from './workbook-parts.ts';
import { DAMAGED } from './workbook-zip.ts';

/** Of a sheet ("Excel specifications and limits", Microsoft Support, read 2026-11-27). */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** Stands for the value of a formula that was never calculated. */
const NO_VALUE = '#VALUE!';

/** A row with values. */
export interface SheetRow {
  /** From 1. */
  readonly number: number;
  /** Cells with values, with their columns from 0. */
  readonly cells: readonly SheetCell[];
}

interface SheetCell {
  readonly column: number;
  readonly text: string;
}

/** Rows that are named. */
const NAMED = 50;
const noRows = (): { count: number; lines: number[] } => ({ count: 0, lines: [] });

function addRow(rows: { count: number; lines: number[] }, row: number): void {
  rows.count += 1;
  if (rows.lines.length < NAMED) rows.lines.push(row);
}

interface OpenRow {
  readonly number: number;
  readonly cells: SheetCell[];
  /** The column after the last cell. */
  next: number;
  readonly isHidden: boolean;
  lacksValue: boolean;
  isError: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  hasFormula: boolean;
  value: string | null;
  inline: string;
}

/** The column of a cell such as "AB12", from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > MAX_COLUMN) throw new ImportError(DAMAGED);
  return column - 1;
}

/** Reads a worksheet in pieces. Only one row is in memory at a time. */
export class SheetReader {
  readonly found = {
    rows: 0,
    hidden: noRows(),
    errors: noRows(),
    withoutValue: noRows(),
    merged: noRows(),
  };
  readonly #workbook: WorkbookParts;
  readonly #parser: ReturnType<typeof xmlParser>;
  #rows: SheetRow[] = [];
  #row: OpenRow | null = null;
  #number = 0;
  #cell: OpenCell | null = null;
  /** The element whose text is read. */
  #reading: 'value' | 'inline' | null = null;
  #isPhonetic = false;
  #isComplete = false;

  constructor(workbook: WorkbookParts) {
    this.#workbook = workbook;
    this.#parser = xmlParser({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#text(text),
      close: (name) => this.#close(name),
    });
  }

  /** The rows that are complete with this piece. Throws ImportError. */
  push(piece: string): readonly SheetRow[] {
    this.#parser.write(piece);
    return this.#rows.splice(0);
  }

  /** Throws ImportError if the sheet was cut off. */
  end(): void {
    if (!this.#isComplete) throw new ImportError(DAMAGED);
    this.#parser.end();
  }

  #open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c' && this.#row !== null) this.#openCell(this.#row, attributes);
    else if (name === 'mergeCell') this.#countMerged(attributes['ref'] ?? '');
    else if (this.#cell === null) return;
    else if (name === 'v') {
      this.#cell.value = '';
      this.#reading = 'value';
    } else if (name === 'f') this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't' && !this.#isPhonetic) this.#reading = 'inline';
  }

  #openRow({ r: given, hidden }: Attributes): void {
    const number = given === undefined ? this.#number + 1 : Number(given);
    if (!Number.isInteger(number) || number <= this.#number || number > MAX_ROW)
      throw new ImportError(DAMAGED);
    this.#number = number;
    this.#row = {
      number,
      cells: [],
      next: 0,
      isHidden: isTrue(hidden),
      lacksValue: false,
      isError: false,
    };
  }

  #openCell(row: OpenRow, { r: reference, t: type = 'n', s: style = '0' }: Attributes): void {
    const column = reference === undefined ? row.next : columnOf(reference);
    if (column < row.next || column >= MAX_COLUMN) throw new ImportError(DAMAGED);
    row.next = column + 1;
    this.#cell = { column, type, style: Number(style), hasFormula: false, value: null, inline: '' };
  }

  #text(text: string): void {
    if (this.#cell === null || this.#reading === null) return;
    if (this.#reading === 'value') this.#cell.value += text;
    else this.#cell.inline += text;
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#reading = null;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'worksheet') this.#isComplete = true;
  }

  #closeCell(): void {
    const [cell, row] = [this.#cell, this.#row];
    this.#cell = null;
    if (cell === null || row === null) return;
    // A blank value is one for texts only.
    const lacksValue = cell.hasFormula && (cell.value === null || (cell.value === '' && cell.type !== 'str'));
    row.lacksValue ||= lacksValue;
    row.isError ||= cell.type === 'e';
    const text = lacksValue ? NO_VALUE : this.#textOf(cell.type, cell.style, cell.value ?? '', cell.inline);
    // Line breaks within a cell would be lines of the file, and other control characters are no text.
    const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    if (line.trim() === '') return;
    row.cells.push({ column: cell.column, text: line });
  }

  #textOf(type: string, style: number, value: string, inline: string): string {
    const { sharedStrings, styles, is1904 } = this.#workbook;
    if (type === 's') {
      const text = sharedStrings[Number(value)];
      if (text === undefined && value !== '') throw new ImportError(DAMAGED);
      return text ?? '';
    }
    if (type === 'inlineStr') return unescaped(inline);
    if (type === 'b') return value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '');
    if (type !== 'n' || value.trim() === '') return unescaped(value);
    const number = Number(value);
    if (!Number.isFinite(number)) throw new ImportError(DAMAGED);
    return styles[style]?.(number, is1904) ?? String(number);
  }

  #closeRow(): void {
    const row = this.#row;
    this.#row = null;
    if (row === null || row.cells.length === 0) return;
    this.found.rows += 1;
    if (row.isHidden) addRow(this.found.hidden, row.number);
    if (row.isError) addRow(this.found.errors, row.number);
    if (row.lacksValue) addRow(this.found.withoutValue, row.number);
    this.#rows.push({ number: row.number, cells: row.cells });
  }

  /** Rows in which a cell is part of another one. */
  #countMerged(range: string): void {
    const [from = 1, to = from] = range.split(':').map((each) => Number(/\d+$/.exec(each)?.[0] ?? 1));
    const { merged } = this.found;
    const last = Math.min(to, MAX_ROW);
    for (let row = from; row <= last && merged.lines.length < NAMED; row += 1) merged.lines.push(row);
    merged.count += Math.max(1, last - from + 1);
  }
}
