import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { officeBody } from '@portal/contract/offices';
import { userCreate } from '@portal/contract/users';
import { requiredText } from '@portal/contract/fields';
import type { z } from 'zod';
import { unprintableProblem } from '@portal/domain/printable-characters';
import type { Config } from '#platform/config.ts';
import { timeZone } from '#platform/setting-values.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { CommandError } from './command-error.ts';

interface Question {
  /** The flag without its dashes. */
  readonly flag: string;
  readonly message: string;
  readonly schema: z.ZodType<string>;
}

const office = officeBody.shape;
const user = userCreate.body.shape;

/** What `init` needs to know, in the order in which it asks. */
export const QUESTIONS = {
  practice: {
    flag: 'practice',
    message: 'Name of the practice',
    schema: requiredText('Name of the practice', 100).superRefine((name, context) => {
      const problem = unprintableProblem(name);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  },
  timeZone: {
    flag: 'time-zone',
    message: 'Time zone',
    schema: timeZone('Time zone'),
  },
  office: { flag: 'office', message: 'Name of the first office', schema: office.name },
  address: { flag: 'office-address', message: 'Its street address', schema: office.address },
  city: { flag: 'office-city', message: 'City', schema: office.city },
  state: { flag: 'office-state', message: 'State (two letters)', schema: office.state },
  zipCode: { flag: 'office-zip', message: 'ZIP code', schema: office.zipCode },
  phone: { flag: 'office-phone', message: 'Phone', schema: office.phone },
  firstName: { flag: 'first-name', message: 'First name of the first SuperAdmin', schema: user.firstName },
  lastName: { flag: 'last-name', message: 'Last name', schema: user.lastName },
} as const satisfies Record<string, Question>;
export type QuestionName = keyof typeof QUESTIONS;
export const QUESTION_NAMES = Object.keys(QUESTIONS).filter(
  (name): name is QuestionName => name in QUESTIONS,
);

const SHEET_FLAG = 'recovery-sheet';
const EMAIL_FLAG = 'email';

/** What the flags of `init` say: the answers by the names of the questions, and the optional ones. */
export interface InitFlags {
  readonly texts: Readonly<Partial<Record<QuestionName, string>>>;
  readonly starter?: boolean | undefined;
  readonly email?: string | undefined;
  readonly recoverySheet?: string | undefined;
}

/** Adds the flags of `init` to a command, which then passes on what they say. */
export function onFlags(command: Command, act: (flags: InitFlags) => Promise<void>): void {
  const texts: Partial<Record<QuestionName, string>> = {};
  for (const name of QUESTION_NAMES) {
    const { flag, message } = QUESTIONS[name];
    command.option(`--${flag} <text>`, message);
    command.on(`option:${flag}`, (text: string) => (texts[name] = text));
  }
  command
    .option(`--${EMAIL_FLAG} <address>`, 'Email address of the first SuperAdmin; otherwise generated')
    .option('--starter', 'Load the starter content')
    .option('--no-starter', 'Do not load it')
    .option(`--${SHEET_FLAG} <file>`, 'Write the recovery sheet to this PDF file')
    .action(({ starter, email, recoverySheet }) => act({ texts, starter, email, recoverySheet }));
}

/** The problem with the optional email address of the first SuperAdmin, or null. Blank generates one. */
export const emailProblem = (text: string): string | null =>
  user.email.safeParse(text.trim()).error?.issues[0]?.message ?? null;

/** Why a new file for the recovery sheet cannot be written there, or null. Found before anything is asked or done. */
export function sheetProblem(file: string): string | null {
  if (file.trim() === '') return 'The name of a file is missing';
  const path = resolve(file);
  if (existsSync(path)) return `${path} already exists. Choose another name`;
  const folder = dirname(path);
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is not a folder`;
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT'
      ? `The folder ${folder} does not exist. Create it first`
      : `This account may not write to ${folder}`;
  }
}

/** Validated answers. */
export type Answers = Readonly<Record<QuestionName, string>> & {
  readonly starter: boolean;
  /** The email address of the first SuperAdmin; without it, one is generated. */
  readonly email?: string;
  /** The file to write a recovery sheet to, if wanted. */
  readonly recoverySheet?: string;
};
/** The answers that the command line and the settings give. */
export type GivenAnswers = Partial<Answers>;

/** The problem with an answer, or null. */
export const problemOf = (name: QuestionName, text: string): string | null =>
  QUESTIONS[name].schema.safeParse(text).error?.issues[0]?.message ?? null;

/**
 * Reads the flags; the settings answer for the practice. Throws `CommandError` that names every invalid flag, and every missing one
 * unless they can be asked for.
 */
export function readFlags(
  { fixedPractice }: Config,
  { texts, starter, email, recoverySheet }: InitFlags,
  { mayAsk }: { readonly mayAsk: boolean },
): GivenAnswers {
  // Settings override what is stored, so another answer would have no effect.
  const given: Partial<Record<QuestionName, string>> = {
    ...(fixedPractice.name !== undefined && { practice: fixedPractice.name }),
    ...(fixedPractice.timeZone !== undefined && { timeZone: fixedPractice.timeZone }),
  };
  const problems: string[] = [];
  for (const name of QUESTION_NAMES) {
    const { flag, schema } = QUESTIONS[name];
    const text = texts[name];
    if (given[name] !== undefined || text === undefined) continue;
    const { data, error } = schema.safeParse(text);
    if (data === undefined) problems.push(`--${flag}: ${error?.issues[0]?.message}`);
    given[name] = data ?? '';
  }
  const missing = QUESTION_NAMES.filter((name) => given[name] === undefined);
  if (missing.length > 0 && !mayAsk)
    problems.unshift(`missing are ${missing.map((name) => `--${QUESTIONS[name].flag}`).join(', ')}`);
  const wrongEmail = email === undefined ? null : emailProblem(email);
  if (wrongEmail !== null) problems.push(`--${EMAIL_FLAG}: ${wrongEmail}`);
  const wrongSheet = recoverySheet === undefined ? null : sheetProblem(recoverySheet);
  if (wrongSheet !== null) problems.push(`--${SHEET_FLAG}: ${wrongSheet}`);
  if (problems.length > 0)
    throw new CommandError(
      `init cannot run: ${problems.join('; ')}. In a terminal, it asks for what is missing; --starter loads the starter content.`,
    );
  return {
    ...given,
    ...(starter !== undefined && { starter }),
    ...(email !== undefined && { email: email.trim() }),
    ...(recoverySheet !== undefined && { recoverySheet }),
  };
}

/** Completes the answers; none is missing. */
export function completeAnswers(given: GivenAnswers): Answers {
  const answer = (name: QuestionName): string => {
    const text = given[name];
    if (text === undefined) throw new Error(`There is no answer for ${name}`);
    return text;
  };
  return {
    practice: answer('practice'),
    timeZone: answer('timeZone'),
    office: answer('office'),
    address: answer('address'),
    city: answer('city'),
    state: answer('state'),
    zipCode: answer('zipCode'),
    phone: answer('phone'),
    firstName: answer('firstName'),
    lastName: answer('lastName'),
    starter: given.starter ?? false,
    ...(given.email !== undefined && given.email !== '' && { email: given.email }),
    ...(given.recoverySheet !== undefined && { recoverySheet: given.recoverySheet }),
  };
}
