import { FILL_BLANKS, UPDATE_FIELDS, type UpdateChoice } from '@portal/domain/patient-import/updates';
import type { ValueChoice, ValueChoices } from '@portal/domain/patient-import/choices';
import { COMMAND } from '#audit/work-entry.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { pendingMigrations } from '#db/migration/migrate.ts';
import { findCodeFile, listCodeFiles, undoByCommand } from '#features/code-files/index.ts';
import { listImports, listUsed, undoImport, type ImportDeps } from '#features/patient-imports/index.ts';
import type { Config } from '#platform/config.ts';
import { loadKeys } from '#security/keys.ts';
import { CommandError } from './command-error.ts';
import { confirm, YES_HELP } from './confirm.ts';
import { repeated, type Definition } from './definition.ts';
import { importCodes } from './import-codes.ts';
import { importPatients, type ImportCommandDeps } from './import-patients.ts';
import { withDatabase } from './with-database.ts';

/** `import`: imports patients from another system or official code files, lists imports, or undoes one. The portal may be running. */
export const importCommand: Definition = (command, run) => {
  const runWith = (work: (deps: ImportCommandDeps) => Promise<number>) =>
    run((config) => withImportDeps(config, work));
  command
    .command('patients')
    .summary('import patients from a file or a folder with one')
    .argument('<path>', 'the file or folder')
    .option('--sheet <name>', 'the sheet of a workbook')
    .option('--dry-run', 'only say what would be imported')
    .option('--map <file>', 'what the columns are; written by the first run')
    .option('--leave-out-others', 'leave out the columns that are not mapped')
    .option('--with-duplicates', 'also import patients that seem to exist')
    .option('--update', 'fill in what is blank of patients of an earlier import')
    .option('--replace <fields>', 'with --update: fields that are also replaced, separated by commas')
    .option('--leave-out <kind>', 'leave out bad values of a kind; can be repeated', repeated)
    .option('--accept <kind>', 'accept unusual values of a kind; can be repeated', repeated)
    .option('--yes', YES_HELP)
    .action((path, { map, sheet, dryRun, leaveOutOthers, withDuplicates, yes, ...options }) =>
      run((config) =>
        importPatients((work) => withImportDeps(config, work), {
          path,
          mapPath: map,
          sheet,
          isDryRun: dryRun === true,
          leavesOutOthers: leaveOutOthers === true,
          withDuplicates: withDuplicates === true,
          updates: readUpdates(options.update === true, options.replace),
          choices: { ...chosen(options.leaveOut, 'leave out'), ...chosen(options.accept, 'accept') },
          yes: yes === true,
        }),
      ),
    );
  command
    .command('codes')
    .summary('load official files about codes: HCPCS, fee schedule, NCCI, ICD-10-CM, drug prices')
    .argument('<files...>', 'the files, unpacked')
    .option('--dry-run', 'only say what the files are and how they differ from what is loaded')
    .option('--from <day>', 'first day of the edition, YYYY-MM-DD, if the file does not say it')
    .option(
      '--to <day>',
      'last day of the edition; by default that of the quarter, or of September for ICD-10-CM',
    )
    .option('--yes', YES_HELP)
    .action((paths, { from, to, dryRun, yes }) =>
      run((config) =>
        importCodes((work) => withImportDeps(config, work), {
          paths,
          from,
          to,
          isDryRun: dryRun === true,
          yes: yes === true,
        }),
      ),
    );
  command
    .command('list')
    .summary('list imports of patients and code files')
    .action(() => runWith(({ db }) => list(db)));
  command
    .command('undo')
    .summary('undo an import of patients or a code file')
    .argument('<id>', 'the id that the list shows')
    .option('--yes', YES_HELP)
    .action((id, { yes }) => runWith((deps) => undo(deps, id, yes === true)));
};

const chosen = (kinds: readonly string[] = [], choice: ValueChoice): ValueChoices =>
  Object.fromEntries(kinds.map((kind) => [kind, choice]));

/** `--update` fills in what is blank. `--replace phone,email` also replaces these values, unless somebody has changed them in the portal. */
function readUpdates(isUpdate: boolean, replace: string | undefined): UpdateChoice | null {
  if (!isUpdate && replace === undefined) return null;
  if (!isUpdate) throw new CommandError('--replace needs --update.');
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
  const files = await listCodeFiles(db);
  if (imports.length + files.length === 0) console.log('No imports yet.');
  for (const each of imports)
    console.log(
      `${each.id}  ${each.started_at.toISOString()}  ${each.state}  ${each.imported} imported  ${each.file_name}`,
    );
  for (const each of files)
    console.log(
      `${each.id}  ${each.uploaded_at.toISOString()}  ${each.state}  ${each.kind} from ${each.edition_from ?? 'an unknown day'}  ${each.file_name}`,
    );
  return 0;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Patients that prevent an undo. */
const MOST_NAMED = 20;
const patients = (count: number) => `${count} ${count === 1 ? 'patient was' : 'patients were'}`;

async function undo(deps: ImportDeps, id: string, yes: boolean): Promise<number> {
  if (!UUID.test(id))
    throw new CommandError(`${id} is not the id of an import. Run: npm run portal -- import list`);
  const codeFile = await undoCodeFile(deps, id, yes);
  if (codeFile !== undefined) return codeFile;
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

/** The exit code; undefined if the id is of no code file. */
async function undoCodeFile(deps: ImportDeps, id: string, yes: boolean): Promise<number | undefined> {
  const found = await findCodeFile(deps.db, id);
  if (found === undefined) return undefined;
  if (!yes && !(await confirm(`Remove the codes of ${found.file_name}?`))) return 1;
  await undoByCommand(deps, id);
  console.log('Undone. The edition before counts again.');
  return 0;
}
