import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hasControlCharacters } from '@portal/domain/text';
import { currentZoneName } from '@portal/domain/time-zone';
import { z } from 'zod';
import { systemErrorCode } from './disk.ts';

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const hours = (name: string, max: number) =>
  z.coerce
    .number({ error: `${name} must be a number of hours` })
    .positive(`${name} must be greater than 0`)
    .max(max, `${name} can be at most ${max}`);

/**
 * What is wrong with a value that was probably not meant so, or null. A file with Windows line ends leaves a carriage return in the
 * value, and some tools leave its quotation marks.
 */
export function typingProblem(text: string): string | null {
  if (hasControlCharacters(text))
    return 'contains a line break or another control character. If it comes from a file, save that with Unix line ends (LF)';
  if (text !== text.trim()) return 'begins or ends with a space';
  if (/^(?:".*"|'.*'|`.*`|“.*”|‘.*’)$/.test(text)) return 'is in quotation marks, which would be part of it';
  return null;
}

/** Characters of the shortest passphrase of a backup. */
export const SHORTEST_PASSPHRASE = 12;

/** Whether the text is an HTTPS origin, or one of this machine. */
export function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
}

/** Whether the S3 client can use it: it knows neither paths nor IPv6 addresses. */
export function isS3Endpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') && [origin, `${origin}/`].includes(text);
}

/** Browsers connect to it from pages with https, which allow only wss, except on the same computer. */
export function isSpeechServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, hostname, pathname, search } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  const isOrigin = text === `${protocol}//${host}` && pathname === '/' && search === '';
  return isOrigin && (protocol === 'wss:' || (protocol === 'ws:' && isLocal));
}

/** An IANA time zone under any of its names, as its current name. */
export const timeZone = (name: string) =>
  z.string().transform((text, context) => {
    const zone = currentZoneName(text);
    if (zone !== undefined) return zone;
    context.addIssue(`${name} must be an IANA zone such as America/New_York`);
    return z.NEVER;
  });

/** A number of processes that serve requests. `auto` leaves half of the cores to the database. */
export const workerCount = (name: string) =>
  z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, `${name} must be auto or a whole number from 1 to 64`)
    .transform((text) =>
      text === 'auto' ? Math.max(1, Math.floor(availableParallelism() / 2)) : Number(text),
    );

/** Settings that can come from a file: for NAME, its path is in NAME_FILE, as container engines and systemd pass on secrets. */
const SECRET = /(?:DATABASE_URL|KEY|SECRET|PASSPHRASE)$/;

/**
 * The settings that are given, with the secrets that are in files, and what is wrong with these. A line end after a secret is not part
 * of it. A problem never quotes what is in a file.
 */
export function withSecretFiles(
  source: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): { readonly given: Readonly<Record<string, string>>; readonly problems: readonly string[] } {
  const given = Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const problems: string[] = [];
  for (const name of settings.filter((each) => SECRET.test(each))) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const read = given[name] === undefined ? readSecret(path) : { problem: `${name} is also set` };
    if ('problem' in read) problems.push(`${name}_FILE: ${read.problem}`);
    else given[name] = read.secret;
  }
  return { given, problems };
}

function readSecret(path: string): { readonly secret: string } | { readonly problem: string } {
  const mistyped = typingProblem(path);
  if (mistyped !== null) return { problem: `the path ${mistyped}` };
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? { problem: `the file ${path} is empty` } : { secret };
  } catch (error) {
    return { problem: `the file ${path} cannot be read (${systemErrorCode(error) ?? 'unknown error'})` };
  }
}
