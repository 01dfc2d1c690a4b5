import { DATED_KINDS } from '@portal/domain/code-files/kinds';
import { isPairCode, NO_FILES, type Official } from '@portal/domain/code-files/official';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** The files of each row of `days` (place, day), as `files`: several files can be one edition. */
export const FILES_OF_DAYS = sql`files as materialized (
    select place, day, file_no, kind, title, edition_from, edition_to from (
      select d.place, d.day, f.file_no, f.kind, f.title, f.edition_from, f.edition_to, rank() over (
        partition by d.place, f.kind
        -- The newest edition of the day; without one, the oldest.
        order by greatest(f.edition_from - d.day, 0), f.edition_from desc
      ) as rank
      from days d join code_files f
      on f.state = 'Loaded' and (f.edition_from <= d.day or f.kind = any(${[...DATED_KINDS]}))
    ) ranked where rank = 1
  )`;

/** Codes to look up for a day, YYYY-MM-DD. */
export interface DayCodes {
  readonly day: string;
  /** As in the catalog: uppercase, diagnoses with their dot. */
  readonly codes: readonly string[];
}

/**
 * Finds what the loaded files say on each day about its codes and the pairs among them, in the order of the days. One statement for all
 * days: each pair of codes is one step down the index of millions of pairs. `hasPairs`: false for a whole catalog.
 */
export async function findOfficial(
  db: Db,
  days: readonly DayCodes[],
  { hasPairs = true }: { readonly hasPairs?: boolean } = {},
): Promise<readonly Official[]> {
  if (days.length === 0) return [];
  const byDay = new Map(
    [...Map.groupBy(days, ({ day }) => day)].map(([day, same]) => [
      day,
      [...new Set(same.flatMap(({ codes }) => codes))],
    ]),
  );
  const rows = await findDays(db, byDay, hasPairs);
  const found = new Map([...byDay.keys()].map((day, place) => [day, rows[place] ?? NO_FILES]));
  return days.map(({ day, codes }) => partOf(found.get(day) ?? NO_FILES, codes));
}

/** What is about these codes, in their order, of what was found for all notes of the day. */
function partOf({ editions, codes, pairs }: Official, wanted: readonly string[]): Official {
  const own = new Set(wanted);
  const byCode = new Map(codes.map((each) => [each.code, each]));
  return {
    editions,
    codes: [...own].flatMap((code) => byCode.get(code) ?? []),
    pairs: pairs.filter(({ column1, column2 }) => own.has(column1) && own.has(column2)),
  };
}

/** Finds what the files say about the codes of different days, in their order. */
async function findDays(
  db: Db,
  byDay: ReadonlyMap<string, readonly string[]>,
  hasPairs: boolean,
): Promise<readonly Official[]> {
  const wanted = [...byDay.values()].flatMap((codes, index) =>
    codes.map((code) => ({ place: index + 1, code })),
  );
  // Lists are selected, so that no plan is made for their lengths: planning takes as long as the look-up.
  const { rows } = await sql<Official>`
    with days as (
      select day, place from unnest((select ${[...byDay.keys()]}::date[])) with ordinality as d(day, place)
    ),
    ${FILES_OF_DAYS},
    files_by_day as materialized (
      select place, ${sql.join(KINDS.map((kind) => sql`array_agg(file_no) filter (where kind = ${sql.lit(kind)}) as ${sql.ref(kind)}`))}
      from files group by place
    ),
    codes_by_day as materialized (
      select place, array_agg(code) as codes, array_agg(code) filter (where is_procedure) as procedures
      from unnest(
        (select ${wanted.map(({ place }) => place)}::int[]),
        (select ${wanted.map(({ code }) => code)}::text[]),
        (select ${wanted.map(({ code }) => hasPairs && isPairCode(code))}::boolean[])
      ) as w(place, code, is_procedure) group by place
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'kind', kind, 'title', title, 'validFrom', edition_from, 'validTo', edition_to
        ) order by kind), '[]') from (
          select kind, min(title) as title, edition_from, max(edition_to) as edition_to
          from files f where f.place = d.place group by kind, edition_from
        ) e
      ) as editions,
      (
        select coalesce(json_agg(json_build_object(
          'code', code,
          'hcpcs', ${newestOf('hcpcs', sql`facts || jsonb_build_object('validFrom', valid_from, 'validTo', valid_to)`)},
          'feeSchedule', ${newestOf('feeSchedule')},
          'mue', ${newestOf('mue')},
          'addOn', ${addOn},
          'icd10', ${newestOf('icd10', sql`facts || jsonb_build_object('longerCode', ${longerCode})`)}
        )), '[]') from unnest(w.codes) as wanted(code)
      ) as codes,
      (
        select coalesce(json_agg(json_build_object(
          'column1', p.column1, 'column2', p.column2, 'validFrom', p.valid_from, 'validTo', p.valid_to,
          'indicator', p.indicator, 'rationale', r.text
        )), '[]')
        from unnest(w.procedures) as a(code)
        join unnest(w.procedures) as b(code) on b.code <> a.code
        join unnest(f.ptp) as file(no) on true
        join lateral (
          select * from code_file_pairs c
          where c.file_no = file.no and c.column1 = a.code and c.column2 = b.code
            and c.valid_from <= d.day and (c.valid_to is null or c.valid_to >= d.day)
          offset 0
        ) p on true
        join code_file_rationales r on r.rationale = p.rationale
      ) as pairs
    from days d left join files_by_day f on f.place = d.place left join codes_by_day w on w.place = d.place
    order by d.place ${PREPARED}`.execute(db);
  return rows;
}

/** The kinds of which facts or pairs are looked up. */
const KINDS = ['hcpcs', 'feeSchedule', 'mue', 'addOn', 'icd10', 'ptp'] as const;
type OfficialFactsKind = Exclude<(typeof KINDS)[number], 'ptp'>;

/** Rows about the wanted code in the files of the day. Those that are valid on the day come first, then the latest. */
const rowsOf = (kind: OfficialFactsKind) => sql`
  from unnest(f.${sql.ref(kind)}) as file(no) join lateral (
    select * from code_file_codes c where c.file_no = file.no and c.code = wanted.code offset 0
  ) c on true`;

const isValid = sql`(c.valid_from is null or c.valid_from <= d.day) and (c.valid_to is null or c.valid_to >= d.day)`;

/** The whole service comes before its parts. */
const newestOf = (kind: OfficialFactsKind, facts = sql`facts`) => sql`(
  select ${facts} ${rowsOf(kind)} order by ${isValid} desc, part, valid_from desc nulls last limit 1
)`;

const addOn = sql`(
  select jsonb_build_object(
    'type', min((facts->>'type')::int),
    'primaries', coalesce(jsonb_agg(part order by part) filter (where part <> ''), '[]')
  ) ${rowsOf('addOn')} where ${isValid} having count(*) > 0
)`;

/** A billable code below a heading. */
const longerCode = sql`(
  select l.code from code_file_codes l
  where not (c.facts->>'isBillable')::boolean and l.file_no = c.file_no
    and l.code > c.code and l.code < c.code || 'ZZZZZZZ'
    and starts_with(l.code, c.code) and (l.facts->>'isBillable')::boolean
  order by l.code limit 1
)`;
