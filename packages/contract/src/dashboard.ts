import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { reads } from './core/verbs.ts';

export const ACTIVITY_ICONS = [
  'Login',
  'Security',
  'People',
  'LocalHospital',
  'Description',
  'Assignment',
  'Mic',
  'Business',
  'Default',
] as const;
export const ACTIVITY_COLORS = ['primary', 'secondary', 'success', 'info', 'warning', 'error'] as const;

/** One activity of the live feed. Never contains names or other health data. */
export const activity = z.object({
  id,
  description: z.string(),
  timestamp: z.string(),
  // A newer server may send values this client does not know; they must not break the whole list.
  color: z.enum(ACTIVITY_COLORS).catch('info'),
  icon: z.enum(ACTIVITY_ICONS).catch('Default'),
  entityType: z.string(),
  entityId: z.string().nullable(),
  /** Whether the reader caused it. An older server does not say so. */
  isOwn: z.boolean().optional(),
});
export type Activity = z.output<typeof activity>;

/** Overall status of the system. */
export const SYSTEM_STATUSES = ['Healthy', 'Degraded', 'Down'] as const;

/** Why the system is not Healthy, in a few words. */
export const STATUS_REASONS = {
  database: 'Database not available',
  audit: 'Audit log cannot be written',
  slow: 'Checks take too long',
  partition: 'Audit log partition missing',
  auditChains: 'Audit log ends changed',
  auditTampered: 'Audit log check failed',
  live: 'Live connection lost',
  storage: 'File store not available',
  missingFiles: 'Document files missing',
  damagedFiles: 'Document files damaged',
  clock: 'Clock in doubt',
  backupFailed: 'Backup failed',
  backupOverdue: 'Backup overdue',
  disk: 'Disk almost full',
  job: 'Maintenance failed',
  databaseDamaged: 'Database damaged',
} as const;
export type StatusReasonCode = keyof typeof STATUS_REASONS;

const STATUS_REASON_CODES = Object.keys(STATUS_REASONS).filter(
  (code): code is StatusReasonCode => code in STATUS_REASONS,
);

export const statusReason = z.object({
  code: z.enum(STATUS_REASON_CODES),
  /** A few words. */
  summary: z.string(),
  /** What happened and what to do. */
  text: z.string(),
});
export type StatusReason = z.output<typeof statusReason>;

const tag = 'Dashboard';

export const dashboardStats = reads('/dashboard/stats', {
  summary: 'Get the dashboard figures; omits those that the caller may not see',
  tag,
  guard: signedIn,
  response: z.object({
    totalUsers: z.int().optional(),
    activePatients: z.int().optional(),
    pendingOrders: z.int().optional(),
    newMessages: z.int().optional(),
    documentsToday: z.int().optional(),
    systemStatus: z.enum(SYSTEM_STATUSES).optional(),
  }),
  healthData: false,
  audit: null,
  background: true,
});

export const recentActivity = reads('/activity/recent', {
  summary: 'List the most recent activities that the caller may see, newest first',
  tag,
  guard: signedIn,
  query: z.strictObject({
    count: z
      .string()
      .regex(/^-?\d{1,9}$/, 'Count must be a whole number')
      .optional()
      .transform((text) => Math.min(100, Math.max(1, Number(text ?? 20)))),
  }),
  response: z.array(activity),
  healthData: false,
  audit: null,
  background: true,
});
