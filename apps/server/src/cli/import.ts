import { FILL_BLANKS, UPDATE_FIELDS, type UpdateChoice } from '@portal/domain/patient-import/updates';
import { parseArgs } from 'node:util';
import type { ValueChoice, ValueChoices } from '@portal/domain/patient-import/choices';
import { openKeys } from '#db/migration/master-key.ts';
import { pendingMigrations } from '#db/migration/migrate.ts';
import {
  COMMAND,
  listImports,
  listUsed,
  undoImport,
  type ImportDeps,
} from '#features/patient-imports/index.ts';
import type { Config } from '#platform/config.ts';
import { loadKeys } from '#security/keys.ts';
import { CommandError } from './command-error.ts';
import { confirm } from './confirm.ts';
import { importPatients, type ImportCommandDeps } from './import-patients.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run portal -- import patients FILE|FOLDER [--sheet NAME] [--dry-run] [--map FILE] [--leave-out-others]
         [--yes] [--with-duplicates] [--update [--replace FIELDS]] [--leave-out KIND]... [--accept KIND]...
       npm run portal -- import list
       npm run portal -- import undo ID [--yes]`;

/** Imports patients from another system, lists imports, or undoes one. The portal may be running. */
export async function importCommand(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [action, subject, ...more] = positionals;
  const withDeps = <T>(work: (deps: ImportCommandDeps) => Promise<T>) => withImportDeps(config, work);
  const yes = values.yes === true;
  if (more.length > 0) throw new CommandError(USAGE);
  if (action === 'patients' && subject !== undefined) {
    return importPatients(withDeps, {
      path: subject,
      mapPath: values.map,
      sheet: values.sheet,
      isDryRun: values['dry-run'] === true,
      leavesOutOthers: values['leave-out-others'] === true,
      withDuplicates: values['with-duplicates'] === true,
      updates: readUpdates(values.update === true, values.replace),
      choices: {
        ...chosen(values['leave-out'], 'leave out'),
        ...chosen(values.accept, 'accept'),
      },
      yes,
    });
  }
  if (action === 'list' && subject === undefined) return withDeps(({ db }) => list(db));
  if (action === 'undo' && subject !== undefined) return withDeps((deps) => undo(deps, subject, yes));
  throw new CommandError(USAGE);
}

const chosen = (kinds: readonly string[] = [], choice: ValueChoice): ValueChoices =>
  Object.fromEntries(kinds.map((kind) => [kind, choice]));

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'leave-out-others': { type: 'boolean' },
        'with-duplicates': { type: 'boolean' },
        update: { type: 'boolean' },
        replace: { type: 'string' },
        map: { type: 'string' },
        'leave-out': { type: 'string', multiple: true },
        accept: { type: 'string', multiple: true },
        sheet: { type: 'string' },
        yes: { type: 'boolean' },
      },
    });
  } catch {
    throw new CommandError(USAGE);
  }
}

/** `--update` fills in what is blank. `--replace phone,email` also replaces these values, unless somebody has changed them in the portal. */
function readUpdates(isUpdate: boolean, replace: string | undefined): UpdateChoice | null {
  if (!isUpdate && replace === undefined) return null;
  if (!isUpdate) throw new CommandError(`--replace needs --update.\n${USAGE}`);
  const names = replace === undefined ? [] : replace.split(',').map((name) => name.trim());
  const fields = UPDATE_FIELDS.filter((field) => names.includes(field));
  const unknown = names.find((name) => !UPDATE_FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    throw new CommandError(`There is no field “${unknown}”. The fields are: ${UPDATE_FIELDS.join(', ')}`);
  return { ...FILL_BLANKS, ...Object.fromEntries(fields.map((field) => [field, 'different' as const])) };
}

function withImportDeps<T>(config: Config, work: (deps: ImportCommandDeps) => Promise<T>): Promise<T> {
  return withDatabase(config, async ({ db, owner, readSettings }) => {
    if ((await pendingMigrations(owner)).length > 0)
      throw new CommandError('The database is not up to date. Run: npm run portal -- migrate');
    const keys = await openKeys(owner, () =>
      loadKeys(config.masterKey, config.dataDir, { mayCreate: false }),
    );
    const { timeZone, otherStates } = (await readSettings()).practice;
    return work({ db, keys, clock: { now: () => new Date() }, timeZone, otherStates });
  });
}

async function list(db: ImportDeps['db']): Promise<number> {
  const imports = await listImports(db);
  if (imports.length === 0) console.log('No imports yet.');
  for (const each of imports)
    console.log(
      `${each.id}  ${each.started_at.toISOString()}  ${each.state}  ${each.imported} imported  ${each.file_name}`,
    );
  return 0;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Patients that prevent an undo. */
const MOST_NAMED = 20;
const patients = (count: number) => `${count} ${count === 1 ? 'patient was' : 'patients were'}`;

async function undo(deps: ImportDeps, id: string, yes: boolean): Promise<number> {
  if (!UUID.test(id)) throw new CommandError(USAGE);
  if (!yes && !(await confirm('Delete all patients of this import, and restore those that it updated?')))
    return 1;
  const used = await listUsed(deps.db, id, MOST_NAMED);
  if (used.length > 0)
    console.error(`Changed or used: ${used.map((patient) => patient.medicalRecordNumber).join(', ')}`);
  const { imported, updated } = await undoImport(deps, id, COMMAND);
  const restored = updated === 0 ? '' : `, and ${patients(updated)} restored`;
  console.log(`Undone: ${patients(imported)} deleted${restored}.`);
  return 0;
}
