import type { FileType } from '@portal/domain/document';
import { foldLetters } from '@portal/domain/text';

const MAX_LENGTH = 255;
const KEY_LENGTH = 200;
/** Other spellings of the extensions we store. */
const ALIASES: Readonly<Record<FileType, readonly string[]>> = {
  pdf: [],
  png: [],
  jpg: ['jpeg', 'jpe', 'jfif'],
  gif: [],
  webp: [],
  bmp: ['dib'],
  tif: ['tiff'],
  heic: ['heif'],
  docx: [],
  xlsx: [],
  pptx: [],
  doc: [],
  xls: [],
  ppt: [],
  rtf: [],
  txt: ['text', 'log', 'md', 'tsv'],
  csv: [],
};
const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(ALIASES).flatMap(([fileType, others]) => [fileType, ...others]),
);

/**
 * A file's name as it is shown and saved: without folders, without characters that could mislead or that a system refuses, with the
 * extension of what it really is, 255 characters at most.
 */
export function cleanFileName(name: string, fileType: FileType): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[<>:|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const [, stem = clean, extension = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(clean) ?? [];
  const given = extension.toLowerCase();
  if (given === fileType || ALIASES[fileType].includes(given)) return fitted(stem, extension);
  // What was said to be another kind is renamed; any other end belongs to the name.
  return fitted(KNOWN.has(given) ? stem : clean, fileType);
}

function fitted(stem: string, extension: string): string {
  const room = MAX_LENGTH - extension.length - 1;
  // By characters, so that none is cut in half.
  let kept = '';
  for (const character of stem === '' ? 'document' : stem) {
    if (kept.length + character.length > room) break;
    kept += character;
  }
  return `${kept}.${extension}`;
}

/** A name as it is sorted: without case and accents. */
export const fileNameKey = (fileName: string) => foldLetters(fileName).slice(0, KEY_LENGTH);
