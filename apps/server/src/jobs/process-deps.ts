import type { FastifyBaseLogger } from 'fastify';
import type { AuditProbe } from '#audit/audit-probe.ts';
import type { NightlyBackups } from '#features/backups/index.ts';
import type { DatabaseChecks } from '#db/check/nightly-checks.ts';
import type { Notifier } from '#db/notifier.ts';
import type { AuditChecks } from '#features/audit-logs/index.ts';
import type { WebhookDeliveries, WebhookSender } from '#features/webhooks/index.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { Deps } from '#request/context.ts';

/** What a process has. Requests see only `Deps`. */
export interface ProcessDeps extends Deps {
  readonly log: FastifyBaseLogger;
  readonly notifier: Notifier;
  readonly auditProbe: AuditProbe;
  readonly auditChecks: AuditChecks;
  readonly databaseChecks: DatabaseChecks;
  readonly backups: NightlyBackups;
  /** Work that goes on after the response. */
  readonly background: BackgroundWork;
  readonly webhookSender: WebhookSender;
  readonly webhooks: WebhookDeliveries;
}
