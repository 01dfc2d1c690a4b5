import { CLOCKS } from '@portal/domain/clock';
import { z } from 'zod';
import { anyone, permission, signedIn } from './core/endpoint.ts';
import { statusReason, SYSTEM_STATUSES } from './dashboard.ts';
import { letterheadOffice, practiceLogo } from './practice.ts';
import { reads } from './core/verbs.ts';

const tag = 'System';

export const health = reads('/health', {
  summary: 'Liveness check: the process is running',
  tag,
  guard: anyone,
  response: z.object({ status: z.literal('ok') }),
  healthData: false,
  audit: null,
  background: true,
});
export const ready = reads('/ready', {
  summary: 'Readiness check: the database responds and is migrated; 503 otherwise',
  tag,
  guard: anyone,
  response: z.object({ status: z.enum(SYSTEM_STATUSES) }),
  healthData: false,
  audit: null,
  background: true,
  errors: ['UNAVAILABLE'],
});
export const practice = reads('/practice', {
  summary: 'Get the practice’s public settings; “today” is in the practice’s time zone',
  tag,
  guard: signedIn,
  response: z.object({
    name: z.string(),
    timeZone: z.string(),
    clock: z.enum(CLOCKS),
    emailDomain: z.string(),
    /** Whether addresses may be in DC, the territories and the military "states". */
    otherStates: z.boolean(),
    today: z.string(),
    /** On letterheads. A server of an earlier version sends neither. */
    logo: practiceLogo.nullable().optional(),
    /** On letterheads of what belongs to no office: the caller's, or the practice's only one. */
    office: letterheadOffice.nullable().optional(),
  }),
  healthData: false,
  audit: null,
  allowedForKeys: true,
});

/** What goes on without a request, in the order in which it is shown. */
export const WORK = {
  maintenance: 'Maintenance',
  auditCheck: 'Audit log check',
  databaseCheck: 'Database check',
  backup: 'Nightly backup',
  patientImports: 'Patient imports',
  codeFiles: 'Code files',
  webhooks: 'Webhooks',
} as const;
export type WorkName = keyof typeof WORK;
const WORK_NAMES = Object.keys(WORK).filter((name): name is WorkName => name in WORK);

const workState = z.object({
  name: z.enum(WORK_NAMES),
  isRunning: z.boolean(),
  /** When it last ended, well or not; null if it never did. */
  endedAt: z.string().nullable(),
  /** Whether it ended with an error. */
  hasFailed: z.boolean(),
  /** Tasks that wait for their turn or next try, and those given up, which somebody must send again or discard. Null if there is no list. */
  queue: z.object({ waiting: z.int(), failed: z.int() }).nullable(),
});
export type WorkState = z.output<typeof workState>;

export const systemState = reads('/system/status', {
  summary: 'Get the system status, the last good backup, the free disk space and the background work',
  tag,
  guard: permission('Admin.ViewAuditLogs'),
  response: z.object({
    status: z.enum(SYSTEM_STATUSES),
    /** Why it is not Healthy, most serious first. */
    reasons: z.array(statusReason),
    /** What is wrong with the clock; null: nothing. */
    clockProblem: z.string().nullable(),
    backup: z.object({
      /** Whether the settings ask for a nightly backup. */
      isNightly: z.boolean(),
      isRunning: z.boolean(),
      isOverdue: z.boolean(),
      lastGood: z.object({ at: z.string(), bytes: z.int() }).nullable(),
      /** Why the last nightly backup failed; null if it did not. */
      failure: z.object({ at: z.string(), problem: z.string() }).nullable(),
    }),
    disks: z.array(
      z.object({
        use: z.enum(['data', 'backups']),
        freeBytes: z.int(),
        totalBytes: z.int(),
        isLow: z.boolean(),
      }),
    ),
    /** A server of an earlier version does not send it. */
    work: z.array(workState).optional(),
    /** The standby that exports and reports read from, by how far it is behind, null if it is away. Without one, it is not sent. */
    standby: z.object({ behindSeconds: z.int().nullable() }).optional(),
  }),
  healthData: false,
  audit: null,
  background: true,
});
export type SystemState = z.output<typeof systemState.response>;
