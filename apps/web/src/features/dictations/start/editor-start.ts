import type { Draft, DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
import { autoPopulateFields, type DictationTemplate } from '@portal/contract/templates';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import type { ReportTitles } from '@portal/domain/dictation/print';
import { enteredOf } from '@portal/domain/dictation/form-values';
import {
  CONTENT_VERSION,
  fieldsOf,
  type TemplateContent,
  type TemplateField,
} from '@portal/domain/template/content';
import type { BillingOption } from '@portal/domain/template/billing-option';
import type { SourceValues } from '@portal/domain/template/source-values';
import type { BillingRule } from '@portal/domain/template/billing';
import type { OneSidedModifier } from '@portal/domain/template/modifiers';
import { cellOf, rowsOf } from '@portal/domain/template/rows';
import { isSourceName } from '@portal/domain/template/sources';
import {
  columnValue,
  isEmptyValue,
  joinTexts,
  valueText,
  type FieldValue,
  type FieldValues,
  type Row,
} from '@portal/domain/template/value';
import { randomId, randomUuid } from '#lib/api/random-id.ts';
import { linesOfDictation, type CodeLine } from '../codes/code-lines.ts';
import type { DraftTarget } from '../save/editor-machine.ts';
import type { UnsentDraft } from '../save/editor-store.ts';

/** The fields around the template form. IDs are '' when nothing is selected. */
export interface ProcedureDetails {
  readonly patientId: string;
  /** YYYY-MM-DD, or the incomplete text typed so far. */
  readonly procedureDate: string;
  readonly providerId: string;
  readonly locationId: string;
  /** The location's name as it is printed. */
  readonly procedureLocation: string;
  readonly billingOption: BillingOption;
  readonly complications: string;
}

/** The editor's initial state: a new or saved dictation, with the changes from a draft if there is one. */
export interface EditorStart {
  readonly templateName: string;
  /** What the report prints above and instead of the template's name. */
  readonly titles: ReportTitles;
  readonly isTemplateActive: boolean;
  readonly content: TemplateContent;
  readonly rules: readonly BillingRule[];
  /** What the practice has suggested on a one-sided transforaminal note. */
  readonly oneSidedModifier: OneSidedModifier;
  /** The provider's default values, and the auto-populate sources by field; for new dictations only. */
  readonly providerDefaults: FieldValues;
  readonly sources: Readonly<Record<string, string>>;
  /** The order that a new note is started from. */
  readonly order: StartOrder | null;
  /** Why the note cannot be started from the order that was asked for. */
  readonly orderProblem: string | null;
  readonly dictation: Dictation | null;
  readonly details: ProcedureDetails;
  readonly entered: FieldValues;
  /** What generated values were made from when they were entered. */
  readonly editedFrom: EditedFrom;
  /** null means the suggested codes. */
  readonly lines: readonly CodeLine[] | null;
  readonly target: DraftTarget;
  readonly revision: number;
  readonly createKey: string;
  readonly restored: Restored | null;
}

/** The order that a new note is started from, with the values of its sources. */
export interface StartOrder {
  readonly id: string;
  readonly patientId: string;
  readonly values: SourceValues;
}

/** What was restored from a draft. */
export interface Restored {
  /** When the server saved it, ISO 8601; null when it did not. */
  readonly at: string | null;
  /** The session ended before the server received it, so it must be autosaved right away. */
  readonly isUnsent: boolean;
  /** Values of fields and columns that the template no longer has. */
  readonly lost: readonly { readonly id: string; readonly text: string }[];
}

/** A draft to restore: from the server, or from the editor's content when the session ended. */
export interface RestoredDraft {
  readonly content: DraftContent;
  /** null when the server has none. */
  readonly draft: Pick<Draft, 'id' | 'revision' | 'baseVersion' | 'updatedAt'> | null;
  /** Set if the content is newer than the server's copy. */
  readonly unsent: Omit<UnsentDraft, 'content'> | null;
  /** Its codes with current descriptions; null means the suggested codes. */
  readonly lines: readonly CodeLine[] | null;
}

/** What suggests billing codes. */
export type SuggestionSource = Pick<EditorStart, 'rules' | 'oneSidedModifier'>;

/** Initial state of a new dictation. `details` come from the URL and the session. */
export function startNew(
  template: DictationTemplate,
  { rules, oneSidedModifier }: SuggestionSource,
  details: ProcedureDetails,
  draft: RestoredDraft | null,
  {
    draftId,
    order,
    orderProblem,
  }: Pick<EditorStart, 'order' | 'orderProblem'> & { readonly draftId: string | null },
): EditorStart {
  const content = { version: CONTENT_VERSION, sections: template.structure.sections } as const;
  const start: EditorStart = {
    templateName: template.name,
    titles: template,
    isTemplateActive: template.isActive,
    content,
    rules,
    oneSidedModifier,
    providerDefaults: template.providerDefaults,
    sources: sourcesOf(template.autoPopulateFields),
    order,
    orderProblem,
    dictation: null,
    details,
    entered: {},
    editedFrom: {},
    lines: null,
    target: {
      draftId: draftId ?? randomUuid(),
      dictationId: null,
      templateId: template.id,
      templateVersion: template.contentVersion,
      baseVersion: null,
    },
    ...withoutDraft(),
  };
  return draft === null ? start : withDraft(start, draft);
}

/** Initial state for editing a saved dictation. */
export function startEdit(
  dictation: Dictation,
  { rules, oneSidedModifier }: SuggestionSource,
  draft: RestoredDraft | null,
): EditorStart {
  const content = { version: CONTENT_VERSION, sections: dictation.structure.sections } as const;
  const start: EditorStart = {
    templateName: dictation.templateName,
    titles: dictation,
    isTemplateActive: true,
    content,
    rules,
    oneSidedModifier,
    providerDefaults: {},
    sources: {},
    order: null,
    orderProblem: null,
    dictation,
    details: detailsOf(dictation),
    entered: enteredOf(content, dictation),
    editedFrom: dictation.editedFrom,
    lines: linesOfDictation(dictation),
    target: {
      draftId: randomUuid(),
      dictationId: dictation.id,
      templateId: dictation.templateId,
      templateVersion: dictation.templateVersion,
      baseVersion: dictation.version,
    },
    ...withoutDraft(),
  };
  return draft === null ? start : withDraft(start, draft);
}

/** The fields around the form of a saved dictation, or of a draft. */
export const detailsOf = (saved: Dictation | DraftContent): ProcedureDetails => ({
  patientId: saved.patientId ?? '',
  procedureDate: saved.procedureDate,
  providerId: saved.providerId ?? '',
  locationId: saved.locationId ?? '',
  procedureLocation: saved.procedureLocation,
  billingOption: saved.billingOption,
  complications: saved.complications ?? '',
});

const withoutDraft = () => ({ revision: 0, createKey: randomId(), restored: null });

function withDraft(start: EditorStart, { content, draft, lines, unsent }: RestoredDraft): EditorStart {
  const from = unsent ?? draft;
  return {
    ...start,
    dictation: start.dictation && asEdited(start.dictation, content, from?.baseVersion ?? null),
    details: detailsOf(content),
    entered: withKnownColumns(start.content, enteredOf(start.content, content)),
    editedFrom: content.editedFrom,
    lines,
    target: {
      ...start.target,
      draftId: draft?.id ?? unsent?.draftId ?? start.target.draftId,
      baseVersion: from?.baseVersion ?? start.target.baseVersion,
    },
    revision: revisionOf(draft, unsent),
    createKey: content.createKey,
    restored: {
      at: draft?.updatedAt ?? null,
      isUnsent: unsent !== null,
      lost: lostValues(start.content, content.formData),
    },
  };
}

/** The dictation as it was when the draft was begun. Saving then reports what others have changed since, as if the editor had stayed open. */
function asEdited(now: Dictation, { base }: DraftContent, baseVersion: number | null): Dictation {
  if (base === undefined || baseVersion === null || baseVersion === now.version) return now;
  return { ...now, ...base, version: baseVersion };
}

/**
 * The revision that the next autosave replaces. The last one that was sent may have arrived; a later one is from another editor, and
 * then the server reports a conflict.
 */
function revisionOf(draft: RestoredDraft['draft'], unsent: RestoredDraft['unsent']): number {
  if (draft === null) return 0;
  return unsent === null ? draft.revision : Math.min(draft.revision, unsent.revision + 1);
}

/** Values of fields, and of columns of rows, that have since been removed from the template. */
function lostValues(content: TemplateContent, values: FieldValues): Restored['lost'] {
  const fields = new Map(fieldsOf(content).map((field) => [field.id, field]));
  return Object.entries(values).flatMap(([id, value]) => {
    const field = fields.get(id);
    if (field !== undefined) return lostColumns(field, value);
    return isSourceName(id) || isEmptyValue(value) ? [] : [{ id, text: valueText(value, 'text') }];
  });
}

function lostColumns(field: TemplateField, value: FieldValue): Restored['lost'] {
  const lost = new Set(rowsOf(value).flatMap((row) => Object.keys(row)));
  for (const { id } of field.columns ?? []) lost.delete(id);
  return [...lost].flatMap((id) => {
    const text = joinTexts(columnValue(value, id));
    return text === '' ? [] : [{ id: `${field.id}.${id}`, text }];
  });
}

/** Entered values without those of columns that the template does not have. */
function withKnownColumns(content: TemplateContent, entered: FieldValues): FieldValues {
  const ofRows = fieldsOf(content).flatMap((field) => {
    const rows = rowsOf(entered[field.id]);
    return rows.length === 0 ? [] : [[field.id, rows.map((row) => knownCells(field, row))] as const];
  });
  return { ...entered, ...Object.fromEntries(ofRows) };
}

const knownCells = ({ columns = [] }: TemplateField, row: Row): Row =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const cell = cellOf(row, column);
      return cell === undefined ? [] : [[column.id, cell]];
    }),
  );

function sourcesOf(json: string): Readonly<Record<string, string>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return {};
  }
  const parsed = autoPopulateFields.safeParse(value);
  return parsed.success ? parsed.data : {};
}
