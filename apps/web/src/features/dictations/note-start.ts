import type { Draft, DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
import { autoPopulateFields } from '@portal/contract/templates';
import type { DictationTemplate } from '@portal/contract/templates';
import { enteredOf } from '@portal/domain/dictation/form-values';
import { CONTENT_VERSION, fieldsOf } from '@portal/domain/template/content';
import type { TemplateContent } from '@portal/domain/template/content';
import type { BillingOption } from '@portal/domain/template/billing-option';
import type { BillingRule } from '@portal/domain/template/billing';
import { isEmptyValue, valueText } from '@portal/domain/template/value';
import type { FieldValues } from '@portal/domain/template/value';
import { randomId, randomUuid } from '#lib/api/random-id.ts';
import type { CodeLine } from './code-lines.ts';
import type { DraftTarget } from './draft-keeper.ts';

/** What stands around a note's form; ids are '' where nothing is chosen. */
export interface NoteHead {
  readonly patientId: string;
  /** YYYY-MM-DD, or what is typed so far. */
  readonly procedureDate: string;
  readonly providerId: string;
  readonly locationId: string;
  /** The location's name as it is printed. */
  readonly procedureLocation: string;
  readonly billingOption: BillingOption;
  readonly complications: string;
}

/** What an editor begins with: a new note, a stored dictation, or either with what a kept draft has of it. */
export interface NoteStart {
  readonly templateName: string;
  readonly content: TemplateContent;
  readonly rules: readonly BillingRule[];
  /** The provider's own first values, and where fields take first values from; of new notes only. */
  readonly providerDefaults: FieldValues;
  readonly sources: Readonly<Record<string, string>>;
  readonly dictation: Dictation | null;
  readonly head: NoteHead;
  readonly entered: FieldValues;
  /** null: those that are suggested. */
  readonly lines: readonly CodeLine[] | null;
  readonly target: DraftTarget;
  readonly revision: number;
  readonly createKey: string;
  readonly restored: Restored | null;
}

/** What was taken back of a kept draft. */
export interface Restored {
  /** When the server was given it, ISO 8601; null when it was not. */
  readonly at: string | null;
  /** It is to be kept again at once: the session ended before the server had it. */
  readonly isUnkept: boolean;
  /** What was typed into fields that the template no longer has. */
  readonly lost: readonly { readonly id: string; readonly text: string }[];
}

/** What is taken back: of the server's draft, or of what stood in the editor when the session ended. */
export interface TakenBack {
  readonly content: DraftContent;
  /** null where the server has none. */
  readonly draft: Pick<Draft, 'id' | 'revision' | 'baseVersion' | 'updatedAt'> | null;
  /** The content is newer than the server's. */
  readonly isUnkept: boolean;
  /** Its codes as they are called now; null: those that are suggested. */
  readonly lines: readonly CodeLine[] | null;
}

/** A new note of a template; `head` says what the address and the session say. */
export function startNew(
  template: DictationTemplate,
  rules: readonly BillingRule[],
  head: NoteHead,
  kept: TakenBack | null,
  draftId: string | null,
): NoteStart {
  const content = { version: CONTENT_VERSION, sections: template.structure.sections } as const;
  const start: NoteStart = {
    templateName: template.name,
    content,
    rules,
    providerDefaults: template.providerDefaults,
    sources: sourcesOf(template.autoPopulateFields),
    dictation: null,
    head,
    entered: {},
    lines: null,
    target: {
      draftId: draftId ?? randomUuid(),
      dictationId: null,
      templateId: template.id,
      templateVersion: template.contentVersion,
      baseVersion: null,
    },
    revision: 0,
    createKey: randomId(),
    restored: null,
  };
  return kept === null ? start : withDraft(start, kept);
}

/** A stored dictation to change. */
export function startEdit(
  dictation: Dictation,
  rules: readonly BillingRule[],
  kept: TakenBack | null,
): NoteStart {
  const content = { version: CONTENT_VERSION, sections: dictation.structure.sections } as const;
  const start: NoteStart = {
    templateName: dictation.templateName,
    content,
    rules,
    providerDefaults: {},
    sources: {},
    dictation,
    head: headOf(dictation),
    entered: enteredOf(content, dictation),
    lines: dictation.billingCodes,
    target: {
      draftId: randomUuid(),
      dictationId: dictation.id,
      templateId: dictation.templateId,
      templateVersion: dictation.templateVersion,
      baseVersion: dictation.version,
    },
    revision: 0,
    createKey: randomId(),
    restored: null,
  };
  return kept === null ? start : withDraft(start, kept);
}

/** The same of a stored dictation. */
export const headOf = (dictation: Dictation): NoteHead => ({
  patientId: dictation.patientId,
  procedureDate: dictation.procedureDate,
  providerId: dictation.providerId,
  locationId: dictation.locationId,
  procedureLocation: dictation.procedureLocation,
  billingOption: dictation.billingOption,
  complications: dictation.complications ?? '',
});

function withDraft(start: NoteStart, { content, draft, lines, isUnkept }: TakenBack): NoteStart {
  return {
    ...start,
    head: {
      patientId: content.patientId ?? '',
      procedureDate: content.procedureDate,
      providerId: content.providerId ?? '',
      locationId: content.locationId ?? '',
      procedureLocation: content.procedureLocation,
      billingOption: content.billingOption,
      complications: content.complications,
    },
    entered: enteredOf(start.content, content),
    lines,
    target: {
      ...start.target,
      draftId: draft?.id ?? start.target.draftId,
      baseVersion: draft?.baseVersion ?? start.target.baseVersion,
    },
    revision: draft?.revision ?? 0,
    createKey: content.createKey,
    restored: {
      at: draft?.updatedAt ?? null,
      isUnkept,
      lost: withoutField(start.content, content.formData),
    },
  };
}

/** What was typed into fields that are gone since: the template changed under the note. */
function withoutField(content: TemplateContent, values: FieldValues): Restored['lost'] {
  const ids = new Set(fieldsOf(content).map(({ id }) => id));
  return Object.entries(values).flatMap(([id, value]) =>
    ids.has(id) || isEmptyValue(value) ? [] : [{ id, text: valueText(value, 'text') }],
  );
}

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
