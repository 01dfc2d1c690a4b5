import { headerProblems } from '../report-header.ts';
import { unfilledPlace } from '../shortcuts.ts';
import { isNoShow, type BillingOption } from '../template/billing-option.ts';
import type { TemplateContent, TemplateField } from '../template/content.ts';
import type { Evaluation } from '../template/evaluate.ts';
import { leftOverTag } from '../template/text-template.ts';

/** A printed text outside the template's fields, and what it is called. */
export interface PrintedText {
  readonly name: string;
  readonly text: string;
  /** Someone typed it. */
  readonly isTyped?: boolean;
}

/** What was not filled in of the text of a field. Asterisks and braces in an option are the template's. */
export const unfilledIn = ({ options }: Pick<TemplateField, 'options'>, text: string): string | null =>
  options.length > 0 ? leftOverTag(text) : unfilledPlace(text);

/** Texts of a dictation that are printed besides its fields and codes. */
export const textsBesideFields = (dictation: {
  readonly templateName: string;
  readonly patientName: string;
  readonly providerName: string;
  readonly procedureLocation: string;
  readonly billingOption: BillingOption;
  readonly complications: string | null;
}): readonly PrintedText[] => [
  { name: 'The template’s name', text: dictation.templateName },
  { name: 'The patient’s name', text: dictation.patientName },
  { name: 'The provider’s name', text: dictation.providerName },
  { name: 'The procedure location', text: dictation.procedureLocation },
  ...(isNoShow(dictation.billingOption)
    ? []
    : [{ name: 'Complications', text: dictation.complications ?? '', isTyped: true }]),
];

/** What is wrong with the tags of a location's header and footer, as sentences for the person who signs. */
export const headerMessages = (header: {
  readonly headerHTML: string;
  readonly footerHTML: string;
}): readonly string[] => [
  ...headerProblems(header.headerHTML).map((problem) => `In the report header, ${problem}`),
  ...headerProblems(header.footerHTML).map((problem) => `In the report footer, ${problem}`),
];

/** A tag that is left over in a dictation, with the field or code that it is in. */
export interface LeftOverTag {
  readonly message: string;
  readonly fieldId: string | null;
  readonly code: string | null;
  readonly lineIndex: number | null;
}

function found(
  name: string,
  tag: string | null,
  { fieldId = null, code = null, lineIndex = null }: Partial<Omit<LeftOverTag, 'message'>> = {},
): LeftOverTag[] {
  return tag === null
    ? []
    : [{ message: `${name} still says ${tag}, which was not filled in.`, fieldId, code, lineIndex }];
}

/**
 * Finds tags, and places of shortcuts, that would be printed as they are written: in what was typed or generated, in the template's own titles, labels and
 * codes, and in the other texts.
 */
export function leftOverTags({
  content,
  evaluation,
  billingOption,
  lines,
  texts,
  headerMessages: ofHeader,
}: {
  readonly content: TemplateContent;
  readonly evaluation: Evaluation;
  readonly billingOption: BillingOption;
  readonly lines: readonly {
    readonly code: string;
    readonly description: string;
    readonly lineIndex: number;
  }[];
  readonly texts: readonly PrintedText[];
  readonly headerMessages: readonly string[];
}): readonly LeftOverTag[] {
  const visible = isNoShow(billingOption) ? [] : evaluation.fields.filter(({ isVisible }) => isVisible);
  const shown = new Set(visible.map(({ field }) => field));
  return [
    ...visible.flatMap(({ field, text }) => {
      const { id, label, reportLabel = '', columns = [] } = field;
      return [
        ...found(label, unfilledIn(field, text), { fieldId: id }),
        ...[label, reportLabel, ...columns.map((column) => column.label)].flatMap((each) =>
          found('A label', leftOverTag(each), { fieldId: id }),
        ),
      ];
    }),
    ...content.sections
      .filter(({ fields }) => fields.some((field) => shown.has(field)))
      .flatMap(({ title }) => found('A section title', leftOverTag(title))),
    ...lines.flatMap(({ code, description, lineIndex }) =>
      found(code, leftOverTag(`${code} ${description}`), { code, lineIndex }),
    ),
    ...texts.flatMap(({ name, text, isTyped = false }) =>
      found(name, isTyped ? unfilledPlace(text) : leftOverTag(text)),
    ),
    ...ofHeader.map((message) => ({ message, fieldId: null, code: null, lineIndex: null })),
  ];
}
