import type { FileType } from '@portal/domain/document';
import { foldLetters } from '@portal/domain/text';

const MAX_LENGTH = 255;
const KEY_LENGTH = 200;
/** Other extensions for the same file types. */
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
 * Cleans a file name for display and storage: removes folders and misleading or invalid characters, sets the extension
 * that matches the actual file type, and limits it to 255 characters.
 */
export function cleanFileName(name: string, fileType: FileType): string {
  const clean = withoutFolders(name);
  const [, stem = clean, extension = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(clean) ?? [];
  const given = extension.toLowerCase();
  if (given === fileType || ALIASES[fileType].includes(given)) return limitLength(stem, extension);
  // Replace the extension of another known type; anything else after a dot is part of the name.
  return limitLength(KNOWN.has(given) ? stem : clean, fileType);
}

/** Like `cleanFileName`, but keeps the extension. */
export const cleanAnyName = (name: string): string =>
  Array.from(withoutFolders(name))
    .slice(0, MAX_LENGTH / 2)
    .join('') || 'file';

function withoutFolders(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[<>:|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
}

function limitLength(stem: string, extension: string): string {
  const room = MAX_LENGTH - extension.length - 1;
  // Iterates by code point, so that no surrogate pair is split.
  let result = '';
  for (const character of stem === '' ? 'document' : stem) {
    if (result.length + character.length > room) break;
    result += character;
  }
  return `${result}.${extension}`;
}

/** The sort key of a file name: case and accents folded, limited in length. */
export const fileNameKey = (fileName: string) => foldLetters(fileName).slice(0, KEY_LENGTH);
