import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formOf } from './form-commands.ts';

const FORM = `
  <form>
    <label for="note">Note *</label><textarea id="note"></textarea>
    <div role="radiogroup" aria-labelledby="side">
      <span id="side">Side</span>
      <label><input type="radio" name="side" value="L" />Left</label>
      <label><input type="radio" name="side" value="R" />Right</label>
    </div>
    <fieldset><legend>Level</legend>
      <label><input type="checkbox" />L4-L5</label>
      <label><input type="checkbox" />L5-S1</label>
    </fieldset>
    <label for="gauge">Needle gauge</label>
    <select id="gauge"><option value="">Choose</option><option>22</option><option>25</option></select>
    <label><input type="checkbox" id="consent" />Consent</label>
    <label for="old">Old</label><input id="old" disabled />
  </form>`;

const byId = (id: string) => document.querySelector<HTMLElement>(`#${id}`);
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input')].map(({ checked }) => checked);
const form = () => formOf(document.body.firstElementChild ?? document.body);

describe('commands in a form', () => {
  beforeEach(() => {
    document.body.innerHTML = FORM;
    byId('note')?.focus();
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('know the labels and the options of the field with the focus', () => {
    expect(form().labels()).toEqual(['Note', 'Side', 'Level', 'Needle gauge', 'Consent']);
    expect(form().options()).toEqual([]);
    form().run({ kind: 'goTo', index: 1 });
    expect(form().options()).toEqual(['Left', 'Right']);
    form().run({ kind: 'goTo', index: 3 });
    expect(form().options()).toEqual(['Choose', '22', '25']);
  });

  it('move from field to field', () => {
    expect(form().run({ kind: 'previousField' })).toBe(false);
    expect(form().run({ kind: 'nextField' })).toBe(true);
    expect(form().run({ kind: 'nextField' })).toBe(true);
    expect(document.activeElement?.closest('fieldset')).not.toBeNull();
    form().run({ kind: 'goTo', index: 4 });
    expect(form().run({ kind: 'nextField' })).toBe(false);
    expect(document.activeElement).toBe(byId('consent'));
  });

  it('choose, check and uncheck as by hand', () => {
    form().run({ kind: 'goTo', index: 1 });
    expect(form().run({ kind: 'choose', option: 'Right' })).toBe(true);
    expect(form().run({ kind: 'uncheck', option: 'Right' })).toBe(false);
    form().run({ kind: 'goTo', index: 2 });
    expect(form().run({ kind: 'check', option: 'L5-S1' })).toBe(true);
    expect(form().run({ kind: 'check', option: 'L5-S1' })).toBe(true);
    form().run({ kind: 'goTo', index: 4 });
    expect(form().run({ kind: 'check', option: null })).toBe(true);
    expect(inputs()).toEqual([false, true, false, true, true, false]);
    expect(form().run({ kind: 'uncheck', option: null })).toBe(true);
    expect(inputs()).toEqual([false, true, false, true, false, false]);
  });

  it('choose in a list', () => {
    const changes: string[] = [];
    document.body.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) changes.push(target.value);
    });
    form().run({ kind: 'goTo', index: 3 });
    expect(form().run({ kind: 'choose', option: '25' })).toBe(true);
    expect(changes).toEqual(['25']);
  });

  it('do nothing in a text', () => {
    expect(form().run({ kind: 'check', option: null })).toBe(false);
    expect(form().run({ kind: 'choose', option: 'Left' })).toBe(false);
  });
});
