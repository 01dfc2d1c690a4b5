import type {
  AuditDetail,
  auditByPatient,
  auditByUser,
  AuditEntry,
  auditList,
  auditUsers,
} from '@portal/contract/audit';
import { AUDIT_SORTED_LIMIT } from '@portal/contract/audit';
import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import { foldLetters } from '@portal/domain/text';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { momentOfEntry } from '#audit/entry-id.ts';
import { recordRead } from '#audit/record.ts';
import { notFound } from '#http/app-error.ts';
import { holds, type SignedInContext } from '#http/context.ts';
import { findAccount } from './user-look-up.ts';
import { findEntry, readEntries, type EntryRequest } from './entry-repo.ts';
import { entryFilter, filterValues } from './filter.ts';
import { presentEntry, presentWhole } from './present.ts';
import { getSummary } from './summary.ts';
