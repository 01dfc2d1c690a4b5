import { CLOCK_STATES } from '@portal/domain/timecard';
import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { listTotals } from './core/list.ts';
import { dictationRow } from './dictations.ts';
import { phoneMessage } from './messages.ts';
import { orderRow } from './orders.ts';
import { timecard } from './timecards.ts';
import { workSection } from './waiting-work.ts';
import { reads } from './core/verbs.ts';

/** Most rows of a section. */
export const MY_WORK_ROWS = 5;
/** Counts in the menu stop here. */
export const WAITING_MAX = 100;

/** A dictation that the user has started: a saved draft, or text that was only autosaved. */
export const unfinishedDictation = z.object({
  /** The autosaved text; null if everything is saved. */
  draftId: id.nullable(),
  /** Null if the dictation has never been saved. */
  dictationId: id.nullable(),
  templateId: id,
  templateName: z.string(),
  patientId: id.nullable(),
  /** "Lee, Ann (00000042)"; null if no patient is selected. */
  patientName: z.string().nullable(),
  /** YYYY-MM-DD; may be blank or incomplete in an autosaved text. */
  procedureDate: z.string(),
  updatedAt: z.string(),
});
export type UnfinishedDictation = z.output<typeof unfinishedDictation>;

const section = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), ...listTotals });

const tag = 'Dashboard';

export const myWork = reads('/dashboard/my-work', {
  summary: 'List what waits for the caller; omits sections that the caller may not see',
  tag,
  guard: signedIn,
  response: z.object({
    /** Open messages assigned to the caller, by priority, then longest waiting. */
    messages: section(phoneMessage).optional(),
    /** For providers: their dictations that await a signature, oldest procedure first. */
    signatures: section(dictationRow).optional(),
    /** For physicians: dictations that await their co-signature or that of any physician, oldest procedure first; omitted if there is none. */
    coSignatures: section(dictationRow).optional(),
    /** For providers: their signed dictations that were sent back for an addendum, oldest procedure first; omitted if there is none. */
    sentBack: section(dictationRow).optional(),
    /** Dictations that the caller has started and not finished, last edited first. */
    drafts: section(unfinishedDictation).optional(),
    /** Open orders that the caller ordered or entered and that are STAT or overdue, STAT first, then oldest. */
    orders: section(orderRow).optional(),
    /** What waited for users who can no longer do it, of the kinds that the caller may view; omitted if there is none. */
    unassigned: z.array(workSection).optional(),
    /** For holders of Timecard.ManageTimecards: timecards with unconfirmed hours, and own corrections of others, newest first. */
    corrections: section(
      timecard.pick({
        id: true,
        userId: true,
        userName: true,
        workDate: true,
        isComplete: true,
        isUnconfirmed: true,
      }),
    ).optional(),
    clock: z
      .object({
        state: z.enum(CLOCK_STATES),
        /** Null if not clocked in. */
        clockInTime: z.string().nullable(),
        /** The timecard is open for more than 16 hours. */
        isTooLong: z.boolean(),
      })
      .optional(),
  }),
  healthData: true,
  audit: 'Accessed',
  // The dashboard reads it again after each live change, so it must not extend the session.
  background: true,
});
export type MyWork = z.output<(typeof myWork)['response']>;

export const waitingCounts = reads('/dashboard/waiting', {
  summary: `Count what waits for the caller, for the menu, up to ${WAITING_MAX} each; omits counts that the caller may not see`,
  tag,
  guard: signedIn,
  response: z.object({
    signatures: z.int().optional(),
    coSignatures: z.int().optional(),
    orders: z.int().optional(),
    corrections: z.int().optional(),
  }),
  healthData: false,
  audit: null,
  background: true,
});
export type WaitingCounts = z.output<(typeof waitingCounts)['response']>;
