import { addDays } from '@portal/domain/calendar';
import {
  catalogChanges,
  type CatalogUse,
  type EditionChange,
  type RuleUse,
} from '@portal/domain/code-files/changes';
import { noteChanges, ruleChanges, type NoteChange } from '@portal/domain/code-files/use-changes';
import { NO_FILES, type Edition, type Official } from '@portal/domain/code-files/official';
import {
  knownOn,
  LISTING_KINDS,
  listingKind,
  standingOf,
  type KnownOn,
} from '@portal/domain/code-files/standing';
import type { CodeType } from '@portal/domain/billing-code';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { ruleName } from '@portal/domain/template/references';
import type { Db } from '#db/database.ts';
import { findOfficial } from '#features/code-files/index.ts';
import { contentOf } from '#features/templates/index.ts';
import { listCatalogUses, listNoteCodes, listRuleCodes, listRuleTemplates } from './use-repo.ts';

/** Codes of one look-up, and days. A day has few codes. */
const CODES_AT_ONCE = 2000;
const DAYS_AT_ONCE = 100;

interface TypedCode {
  readonly code: string;
  readonly codeType: CodeType;
}

/** What the editions of a day say differently from the catalog and the rules. */
export interface FoundChanges {
  readonly editions: readonly Edition[];
  readonly catalog: readonly CatalogUse[];
  readonly changes: readonly EditionChange[];
}

/** Compares the catalog, or some of its codes, and the rules of all templates with the editions of a day. */
export async function findChanges(db: Db, day: string, codeIds?: readonly string[]): Promise<FoundChanges> {
  const catalog = await listCatalogUses(db, codeIds);
  const rules = await listRuleUses(db);
  const known = await knowAbout(db, day, [...catalog, ...rules]);
  return {
    editions: [...known.editions.values()],
    catalog,
    changes: [...catalogChanges(catalog, known), ...ruleChanges(rules, catalog, known)],
  };
}

async function listRuleUses(db: Db): Promise<RuleUse[]> {
  const rows = await listRuleCodes(db);
  const templates = new Map(
    (await listRuleTemplates(db)).map(({ id, name, content }) => [id, { name, content }]),
  );
  const codes = new Map(
    [...Map.groupBy(rows, ({ templateId }) => templateId)].map(([id, own]) => [
      id,
      new Set(own.map(({ code }) => code)),
    ]),
  );
  return rows.flatMap(({ countFrom: from, countTo: to, countStep: step, ...row }) => {
    const template = templates.get(row.templateId);
    if (template === undefined) return [];
    const fieldOf = fieldFinder(contentOf(template.content));
    return [
      {
        ...row,
        templateName: template.name,
        ruleName: ruleName(row, (id) => operandLabel(id, fieldOf)),
        count: from === null ? null : { from, to, step },
        templateCodes: codes.get(row.templateId) ?? new Set<string>(),
      },
    ];
  });
}

/** What the editions of a day say about codes, and for codes that they do not list, what the editions before said. */
async function knowAbout(db: Db, day: string, codes: readonly TypedCode[]): Promise<KnownOn> {
  const [official = NO_FILES] = await officialOn(
    db,
    [day],
    codes.map(({ code }) => code),
  );
  const known = knownOn(day, official);
  const missing = codes.filter(({ codeType, code }) => {
    const standing = standingOf(codeType, code, known);
    return standing.status === 'ended' && standing.lastDay === null;
  });
  if (missing.length === 0) return known;
  const kinds = LISTING_KINDS.flatMap((kind) => {
    const edition = known.editions.get(kind);
    const own = missing.filter(({ codeType, code }) => listingKind(codeType, code) === kind);
    return edition === undefined || own.length === 0 ? [] : [{ kind, day: addDays(edition.validFrom, -1) }];
  });
  const before = await officialOn(
    db,
    kinds.map((each) => each.day),
    missing.map(({ code }) => code),
  );
  return knownOn(
    day,
    official,
    Object.fromEntries(kinds.map(({ kind }, at) => [kind, before[at] ?? NO_FILES])),
  );
}

/** What the files of several days say about codes, in portions. */
async function officialOn(
  db: Db,
  days: readonly string[],
  codes: readonly string[],
): Promise<readonly Official[]> {
  const all = [...new Set(codes)];
  const portions = Array.from({ length: Math.max(1, Math.ceil(all.length / CODES_AT_ONCE)) }, (_, at) =>
    all.slice(at * CODES_AT_ONCE, (at + 1) * CODES_AT_ONCE),
  );
  let found: readonly Official[] = days.map(() => NO_FILES);
  for (const portion of portions) {
    const wanted = days.map((day) => ({ day, codes: portion }));
    const more = await findOfficial(db, wanted, { hasPairs: false });
    found = more.map((each, at) => ({ ...each, codes: [...(found[at]?.codes ?? []), ...each.codes] }));
  }
  return found;
}

/** Compares the codes of unsigned notes with the editions of their days. */
export async function findNoteChanges(db: Db): Promise<readonly NoteChange[]> {
  const days = [...Map.groupBy(await listNoteCodes(db), ({ day }) => day)].map(([day, uses]) => ({
    day,
    uses,
  }));
  const known: { readonly known: KnownOn; readonly uses: (typeof days)[number]['uses'] }[] = [];
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const portion = days.slice(at, at + DAYS_AT_ONCE);
    const wanted = portion.map(({ day, uses }) => ({ day, codes: uses.map(({ code }) => code) }));
    const official = await findOfficial(db, wanted, { hasPairs: false });
    known.push(
      ...portion.map(({ day, uses }, place) => ({ known: knownOn(day, official[place] ?? NO_FILES), uses })),
    );
  }
  return noteChanges(known);
}
