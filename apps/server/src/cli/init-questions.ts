import { confirm, input, search } from '@inquirer/prompts';
import { timeZones } from '@portal/domain/time-zone';
import {
  emailProblem,
  problemOf,
  QUESTION_NAMES,
  QUESTIONS,
  sheetProblem,
  completeAnswers,
  type Answers,
  type GivenAnswers,
  type QuestionName,
} from './init-answers.ts';

/** Asks for what is not given. Each answer is checked before the next question. */
export async function askRest(given: GivenAnswers): Promise<Answers> {
  const answers: Partial<Record<QuestionName, string>> = {};
  for (const name of QUESTION_NAMES)
    answers[name] = given[name] ?? (await (name === 'timeZone' ? askZone() : ask(name)));
  const email = given.email ?? (await askEmail());
  const starter =
    given.starter ??
    (await confirm({
      message:
        'Load the starter content (11 procedure templates with billing rules and test cases, billing codes, titles)?',
      default: true,
    }));
  const recoverySheet = given.recoverySheet ?? (await askSheet());
  return completeAnswers({ ...answers, email, starter, ...(recoverySheet !== '' && { recoverySheet }) });
}

async function ask(name: QuestionName): Promise<string> {
  const { message, schema } = QUESTIONS[name];
  return schema.parse(
    await input({ message: `${message}:`, validate: (text) => problemOf(name, text) ?? true }),
  );
}

const askEmail = (): Promise<string> =>
  input({
    message: 'Their email address, for single sign-on (blank: generate one):',
    validate: (text) => emailProblem(text) ?? true,
  }).then((text) => text.trim());

const askSheet = (): Promise<string> =>
  input({
    message: 'File for the recovery sheet with the master key, to print (blank: none):',
    validate: (file) => file.trim() === '' || (sheetProblem(file.trim()) ?? true),
  }).then((file) => file.trim());

const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** The zones of the United States, or all zones that contain the text. */
export function findZones(text: string): readonly string[] {
  const searched = text.trim().toLowerCase().replaceAll(' ', '_');
  if (searched === '') return US_ZONES;
  return timeZones().filter((zone) => zone.toLowerCase().includes(searched));
}

const askZone = (): Promise<string> =>
  search({
    message: 'Time zone (type to search):',
    source: (term) => findZones(term ?? '').map((value) => ({ value })),
  });
