import type { Config } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { openServices } from '#services.ts';
import { CommandError } from './command-error.ts';
import type { Definition } from './definition.ts';
import {
  completeAnswers,
  onFlags,
  readFlags,
  type Answers,
  type GivenAnswers,
  type InitFlags,
} from './init-answers.ts';
import { refuseSecondSetUp, setUpPractice } from './set-up-practice.ts';

export const initCommand: Definition = (command, run) =>
  onFlags(command, (flags) => run((config) => init(config, flags)));

/**
 * Sets up a practice: stores its name and time zone, creates the first office and the first SuperAdmin, loads the starter content
 * if wanted, and prints the temporary password once. Asks for missing answers, but only in a terminal. Throws `CommandError` when
 * answers are missing or a SuperAdmin exists.
 */
async function init(config: Config, flags: InitFlags): Promise<number> {
  const mayAsk = process.stdin.isTTY && process.stdout.isTTY;
  const given = readFlags(config, flags, { mayAsk });
  const services = await openServices(config, { log: createLogger('silent') });
  try {
    await refuseSecondSetUp(services.deps.db);
    const answers = mayAsk ? await ask(given) : completeAnswers(given);
    const { account, loaded, note } = await setUpPractice(services.deps, answers);
    if (loaded !== null)
      console.log(
        `Starter content:    ${loaded.templates} templates, ${loaded.codes} billing codes, ${loaded.titles} titles`,
      );
    console.log(`User name:          ${account.userName}`);
    console.log(`Temporary password: ${account.temporaryPassword}`);
    console.log(
      'The password is shown only once. It expires in 72 hours and must be changed at the first sign-in.',
    );
    console.log(note);
    console.log('Start the portal with: npm run portal -- serve');
    return 0;
  } finally {
    await services.close();
  }
}

async function ask(given: GivenAnswers): Promise<Answers> {
  const { askRest } = await import('./init-questions.ts');
  try {
    return await askRest(given);
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new CommandError('Stopped. Nothing was set up.', { cause: error });
    throw error;
  }
}
