import type { FileType } from '@portal/domain/document';
import { foldLetters } from '@portal/domain/text';

/** Maximum number of characters of a file name; a longer one is refused. */
export const MAX_FILE_NAME = 255;
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
 * Cleans a file name for display and storage: removes folders and misleading or invalid characters, and sets the
 * extension that matches the actual file type.
 */
export function cleanFileName(name: string, fileType: FileType): string {
  const clean = withoutFolders(name);
  const [, stem = clean, extension = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(clean) ?? [];
  const given = extension.toLowerCase();
  if (given === fileType || ALIASES[fileType].includes(given)) return `${stem}.${extension}`;
  // Replace the extension of another known type; anything else after a dot is part of the name.
  return `${(KNOWN.has(given) ? stem : clean) || 'document'}.${fileType}`;
}

/** Like `cleanFileName`, but keeps the extension. */
export const cleanAnyName = (name: string): string => withoutFolders(name) || 'file';

function withoutFolders(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:|?*]/g, '_')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
}

/** The sort key of a file name: case and accents folded, limited in length. */
export const fileNameKey = (fileName: string) => foldLetters(fileName).slice(0, KEY_LENGTH);
