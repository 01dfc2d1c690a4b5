import type { Command } from '@portal/domain/speech/commands';

/** The commands that move in a form and choose in it. */
export interface FormCommands {
  /** The labels of the fields, in the order of the form. */
  readonly labels: () => readonly string[];
  /** The options of the field that has the focus. */
  readonly options: () => readonly string[];
  /** False if it is not possible here. */
  readonly run: (command: Command) => boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field of a form: one control, or the radio buttons or checkboxes of a group. */
interface FormField {
  readonly label: string;
  readonly controls: readonly Control[];
}

const CONTROLS = 'input:not([type="hidden"]), select, textarea:not([aria-hidden])';

/** The form around a text. Everything is done as by hand, with a click or the focus. */
export function formOf(element: Element): FormCommands {
  const form = element.closest('form, [role="dialog"], main') ?? element.ownerDocument.body;
  const page = element.ownerDocument;
  const fields = () => fieldsOf(form);
  const current = () =>
    fields().findIndex(({ controls }) => controls.some((control) => control === page.activeElement));
  return {
    labels: () => fields().map(({ label }) => label),
    options: () => optionsOf(fields()[current()]).map(({ label }) => label),
    run: (command) => {
      const all = fields();
      const at = current();
      switch (command.kind) {
        case 'nextField':
          return focus(all[at + 1]);
        case 'previousField':
          return at > 0 && focus(all[at - 1]);
        case 'goTo':
          return focus(all[command.index]);
        case 'choose':
        case 'check':
        case 'uncheck':
          return choose(all[at], command.kind, command.option);
        default:
          return false;
      }
    },
  };
}

function fieldsOf(form: Element): readonly FormField[] {
  const fields: FormField[] = [];
  const groups = new Set<Element>();
  for (const control of form.querySelectorAll<Control>(CONTROLS)) {
    if (control.disabled) continue;
    const group = isChoice(control) ? control.closest('fieldset, [role="radiogroup"]') : null;
    if (group === null) fields.push({ label: labelOf(control), controls: [control] });
    else if (!groups.has(group)) {
      groups.add(group);
      const controls = [...group.querySelectorAll<Control>(CONTROLS)].filter(({ disabled }) => !disabled);
      fields.push({ label: groupLabel(group), controls });
    }
  }
  return fields;
}

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox');

/** Without the mark of required fields. */
const textOf = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll('*', '').replaceAll(/\s+/gu, ' ').trim();

function groupLabel(group: Element): string {
  const own = group.getAttribute('aria-label');
  const labelId = group.getAttribute('aria-labelledby');
  if (own !== null) return own;
  return labelId === null
    ? textOf(group.querySelector('legend'))
    : textOf(group.ownerDocument.getElementById(labelId));
}

const labelOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? textOf(control.labels?.[0]);

interface Option {
  readonly label: string;
  readonly control: Control;
  /** Of a select. */
  readonly value: string | null;
}

function optionsOf(field: FormField | undefined): readonly Option[] {
  const controls = field?.controls ?? [];
  return controls.flatMap((control): readonly Option[] => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].map(({ text, value }) => ({ label: text, control, value }));
    // A single checkbox has no option but itself.
    return isChoice(control) && (controls.length > 1 || control.type === 'radio')
      ? [{ label: labelOf(control), control, value: null }]
      : [];
  });
}

function focus(field: FormField | undefined): boolean {
  const control = field?.controls.find((each) => isChoice(each) && each.checked) ?? field?.controls[0];
  if (control === undefined) return false;
  control.focus();
  return control.ownerDocument.activeElement === control;
}

function choose(
  field: FormField | undefined,
  kind: 'choose' | 'check' | 'uncheck',
  name: string | null,
): boolean {
  const option = name === null ? undefined : optionsOf(field).find(({ label }) => label === name);
  const [only] = field?.controls ?? [];
  const control = option?.control ?? (name === null ? only : undefined);
  if (control instanceof HTMLSelectElement) return kind === 'choose' && select(control, option?.value ?? '');
  if (control === undefined || !isChoice(control)) return false;
  if (control.type === 'radio' && kind === 'uncheck') return false;
  if (control.checked !== (kind !== 'uncheck')) control.click();
  return true;
}

/** As by hand: React hears of a change that the setter of the element's class made. */
function select(control: HTMLSelectElement, value: string): boolean {
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
