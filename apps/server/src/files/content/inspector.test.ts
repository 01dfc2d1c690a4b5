import { describe, expect, it } from 'vitest';
import { compoundBytes, pdfFile, pngFile, zipBytes } from '#test/sample-files.ts';
import { cleanFileName } from '../file-name.ts';
import { ContentInspector } from './inspector.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());
const OFFICE = ['[Content_Types].xml', '_rels/.rels'];

function tiffWithLateDirectory(order: 'II' | 'MM'): Buffer {
  const file = Buffer.alloc(100_000);
  file.write(order === 'II' ? 'II*\0' : 'MM\0*', 'latin1');
  if (order === 'II') file.writeUInt32LE(99_000, 4);
  else file.writeUInt32BE(99_000, 4);
  return file;
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

async function finding(content: Buffer | string, name = 'file', step = 7): Promise<string> {
  const inspector = new ContentInspector();
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += step) inspector.take(bytes.subarray(at, at + step));
  return inspector.finding(name);
}

describe('file type detection by content', () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer | string, string?]>([
    ['PDF', 'pdf', () => bytesOf(pdfFile()), 'notes.txt'],
    ['PDF after a line break', 'pdf', () => '\n%PDF-1.4\n%%EOF'],
    [
      'PDF after a space, of binary content',
      'pdf',
      () => Buffer.from(' %PDF-1.7\n%\xe2\xe3\0\x01', 'latin1'),
    ],
    [
      'PDF after the header of a printer',
      'pdf',
      () => '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.5\n%%EOF',
    ],
    [
      'PDF after the header of a download',
      'pdf',
      () => 'HTTP/1.1 200 OK\r\nServer: x\r\n\r\n%PDF-1.5\n%%EOF',
      'lab.txt',
    ],
    ['PDF at the last place where readers look', 'pdf', () => `${' '.repeat(1024)}%PDF-1.5`],
    ['PNG', 'png', () => bytesOf(pngFile()), 'card.pdf'],
    ['JPEG', 'jpg', () => hex('ffd8ffe000104a46494600010100000100010000ffd9')],
    ['GIF', 'gif', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['WebP', 'webp', () => Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0', 'latin1')],
    ['BMP', 'bmp', () => hex('424d3a000000000000003600000028000000010000000100000001001800 000000000400')],
    ['TIFF', 'tif', () => hex('49492a00080000000000')],
    ['TIFF whose directory follows the pixels', 'tif', () => tiffWithLateDirectory('II')],
    ['TIFF in the other byte order', 'tif', () => tiffWithLateDirectory('MM')],
    ['large TIFF', 'tif', () => hex('49492b0008000000 1000000000000000')],
    ['HEIC', 'heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['Word', 'docx', () => zipBytes([...OFFICE, 'word/document.xml'])],
    ['Excel', 'xlsx', () => zipBytes([...OFFICE, 'xl/workbook.xml'])],
    ['PowerPoint', 'pptx', () => zipBytes([...OFFICE, 'ppt/presentation.xml'])],
    ['old Word', 'doc', () => compoundBytes('Root Entry', 'WordDocument')],
    ['old Excel', 'xls', () => compoundBytes('Root Entry', 'Workbook')],
    ['old PowerPoint', 'ppt', () => compoundBytes('Root Entry', 'PowerPoint Document')],
    ['RTF', 'rtf', () => '{\\rtf1\\ansi Hello}'],
    ['text', 'txt', () => 'Potassium 4.1\nSodium 139'],
    ['Windows-1252 text', 'txt', () => Buffer.from('caf\xe9 \x93quoted\x94', 'latin1')],
    ['UTF-16 text', 'txt', () => utf16('caf\u00e9, 5 \u00b5g\r\n')],
    ['UTF-16 text, big endian', 'txt', () => utf16('caf\u00e9, 5 \u00b5g').swap16()],
    ['UTF-16 text without a mark', 'txt', () => utf16('caf\u00e9, 5 \u00b5g').subarray(2)],
    ['UTF-16 text without a mark, big endian', 'txt', () => utf16('5 \u00b5g').swap16().subarray(2)],
    ['UTF-16 CSV', 'csv', () => utf16('name;value\n'), 'table.csv'],
    ['text of one character', 'txt', () => 'a'],
    ['CSV', 'csv', () => 'name;value\nJosé;1', 'Table.CSV'],
  ])('detects %s as %s', async (_what, expected, content, name) => {
    expect(await finding(await content(), name)).toBe(expected);
  });

  it.each<[string, string, () => Buffer | string, string?]>([
    ['an executable', 'unknown', () => Buffer.from('MZ\x90\0\x03\0', 'latin1'), 'lab.pdf'],
    ['an HTML page', 'unknown', () => '\n <!DOCTYPE html><p>', 'page.txt'],
    ['a PDF too far behind other text', 'unknown', () => `${'x'.repeat(1025)}%PDF-1.4\n%%EOF`, 'notes.txt'],
    ['a web page with a PDF', 'unknown', () => '<html><body>%PDF-1.4', 'page.txt'],
    ['an executable with a PDF', 'unknown', () => Buffer.from('MZ\x90\0%PDF-1.4', 'latin1'), 'lab.pdf'],
    ['an SVG image', 'unknown', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'x.png'],
    ['a script', 'unknown', () => '#!/bin/sh\nrm -rf /', 'run.txt'],
    ['an archive', 'unknown', () => zipBytes(['a.txt']), 'a.docx'],
    ['an archive that only looks like an Office file', 'unknown', () => zipBytes(['word/document.xml'])],
    ['a truncated archive', 'unknown', () => zipBytes([...OFFICE, 'word/document.xml']).subarray(0, 80)],
    ['an encrypted archive', 'protected', () => zipBytes([...OFFICE, 'word/document.xml'], true)],
    ['an encrypted Office file', 'protected', () => compoundBytes('Root Entry', 'EncryptedPackage')],
    ['macros', 'macros', () => zipBytes([...OFFICE, 'word/document.xml', 'word/vbaProject.bin'])],
    ['old macros', 'macros', () => compoundBytes('WordDocument', '_VBA_PROJECT')],
    ['an installer that is a compound file', 'unknown', () => compoundBytes('Root Entry', 'Property')],
    ['a web page in UTF-16', 'unknown', () => utf16('<!DOCTYPE html><p>'), 'page.txt'],
    [
      'a web page in UTF-16 without a mark',
      'unknown',
      () => utf16('<!DOCTYPE html><p>').subarray(2),
      'page.txt',
    ],
    ['a web page in UTF-16, big endian', 'unknown', () => utf16(' <svg>').swap16(), 'page.txt'],
    ['UTF-16 with control characters', 'unknown', () => utf16('abc\0def')],
    ['half a character of UTF-16', 'unknown', () => utf16('abc').subarray(0, 7)],
    ['half a pair of UTF-16', 'unknown', () => utf16('abc\ud83d')],
    ['text with control characters', 'unknown', () => 'abc\0def'],
    ['a raw photo that starts like a TIFF', 'unknown', () => hex('49492a0010000000435202000000000000000000')],
    ['text that starts like a bitmap', 'txt', () => 'BM is short for many things'],
  ])('handles %s as %s', async (_what, expected, content, name) => {
    expect(await finding(content(), name)).toBe(expected);
  });
});

describe('file name cleanup', () => {
  it.each([
    ['../../x.pdf', 'pdf', 'x.pdf'],
    ['C:\\scans\\Lab result.PDF', 'pdf', 'Lab result.PDF'],
    ['lab.pdf', 'png', 'lab.png'],
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['report 2.5', 'pdf', 'report 2.5.pdf'],
    ['evil\u202Efdp.exe\u0000', 'pdf', 'evilfdp.exe.pdf'],
    ['a<b>:c|d?*.txt', 'txt', 'a_b__c_d__.txt'],
    ['the "left" knee.pdf', 'pdf', 'the "left" knee.pdf'],
    ['   . ', 'pdf', 'document.pdf'],
    ['Łódź ü “q”.pdf', 'pdf', 'Łódź ü “q”.pdf'],
  ] as const)('turns %j of type %s into %j', (name, fileType, expected) => {
    expect(cleanFileName(name, fileType)).toBe(expected);
  });

  it('never shortens a name', () => {
    const name = `${'😀'.repeat(300)}.pdf`;
    expect(cleanFileName(name, 'pdf')).toBe(name);
  });
});
