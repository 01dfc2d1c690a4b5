import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateOrders, decideOrder, parseBirthDate, provenOrder, type DateOrder } from './birth-date.ts';

const TODAY = '2026-11-23';
const parse = (text: string, order: DateOrder = 'month first') =>
  parseBirthDate(text, { order, today: TODAY });
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

describe('dates of birth in other systems’ files', () => {
  it.each([
    ['1980-01-05', '1980-01-05'],
    ['1980-01-05T00:00:00Z', '1980-01-05'],
    ['1980-1-5 00:00:00.000', '1980-01-05'],
    ['1980/01/05', '1980-01-05'],
    ['19800105', '1980-01-05'],
    ['01051980', '1980-01-05'],
    ['01/05/1980', '1980-01-05'],
    ['1/5/1980 12:00 AM', '1980-01-05'],
    ['1.5.1980', '1980-01-05'],
    ['1/5/80', '1980-01-05'],
    ['1/5/26', '2026-01-05'],
    ['12/31/26', '1926-12-31'],
    ['05-Jan-1980', '1980-01-05'],
    ['5-JAN-80', '1980-01-05'],
    ['5 January 1980', '1980-01-05'],
    ['January 5, 1980', '1980-01-05'],
    ['Sept. 5, 1980', '1980-09-05'],
    ['2/29/00', '2000-02-29'],
    ['02/29/1980', '1980-02-29'],
  ])('reads %s as %s', (text, date) => {
    expect(parse(text)).toBe(date);
  });

  it.each([
    '',
    'n/a',
    '1980',
    '1980-13-01',
    '02/30/1980',
    '13/13/1980',
    '5-Foo-1980',
    '29221',
    '1/5/198',
    '1/5-80',
  ])('refuses %j', (text) => {
    expect(parse(text)).toBeNull();
  });

  it('decides for a whole file which number is the month, and prefers the US order', () => {
    expect(['13/01/1980', '01/13/1980', '01/02/1980', '1980-01-13'].map((text) => provenOrder(text))).toEqual(
      ['day first', 'month first', undefined, undefined],
    );
    expect(decideOrder({ 'month first': 0, 'day first': 0 })).toBe('month first');
    expect(decideOrder({ 'month first': 1, 'day first': 2 })).toBe('day first');
    expect(parse('03/04/1980', 'day first')).toBe('1980-04-03');
  });

  it('shows dates of both orders if a file mixes them', () => {
    const orders = new DateOrders();
    orders.add('03/25/1980', 2);
    orders.add('03/04/1980', 3);
    expect([orders.isMixed, orders.order]).toEqual([false, 'month first']);
    for (let line = 4; line < 14; line += 1) orders.add(' 25/03/1980 00:00', line);
    expect([orders.isMixed, orders.order]).toEqual([true, 'day first']);
    expect(orders.found['month first']).toEqual({ count: 1, examples: [{ line: 2, date: '03/25/1980' }] });
    expect(orders.found['day first'].count).toBe(10);
    expect(orders.found['day first'].examples).toHaveLength(5);
    expect(orders.found['day first'].examples[0]).toEqual({ line: 4, date: '25/03/1980 00:00' });
  });

  const dates = fc
    .date({ min: new Date('1900-01-01'), max: new Date(TODAY), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  it('reads every date in every form', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const [year = '', month = '', day = ''] = date.split('-');
        const name = MONTHS[Number(month) - 1] ?? '';
        const forms = [
          `${month}/${day}/${year}`,
          `${Number(month)}-${Number(day)}-${year}`,
          `${day}-${name}-${year}`,
        ];
        for (const text of [
          ...forms,
          `${name} ${day}, ${year}`,
          date,
          date.replaceAll('-', ''),
          `${month}${day}${year}`,
        ])
          expect(parse(text)).toBe(date);
        expect(parse(`${day}/${month}/${year}`, 'day first')).toBe(date);
      }),
    );
  });

  it('reads years of two digits as the last hundred years', () => {
    fc.assert(
      fc.property(dates, (date) => {
        fc.pre(date > '1926-11-23');
        expect(parse(`${date.slice(5, 7)}/${date.slice(8)}/${date.slice(2, 4)}`)).toBe(date);
      }),
    );
  });

  it('never throws, and returns only dates', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789/-. TJan')) }), (text) => {
        expect(parse(text) ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }),
    );
  });
});
