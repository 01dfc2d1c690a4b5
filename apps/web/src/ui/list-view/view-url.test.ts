import { describe, expect, it } from 'vitest';
import { currentView, isBlank, isSameView, openView } from './view-url.ts';

const options = {
  sortKeys: ['mrn', 'name'],
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: { status: ['Pending', 'Completed'], patientId: 'text', startDate: 'text' },
} as const;
const target = { options, columns: ['phone', 'email'] };
const params = (url: string) => new URLSearchParams(url);
const view = (url: string) => currentView(params(url), options);
const opened = (state: ReturnType<typeof view>, from = '') => {
  const { params: to, missing } = openView(params(from), state, target);
  return { url: to.toString(), missing };
};

describe('a view of a list', () => {
  it('has everything in the URL but the page, the search and the patient', () => {
    const url =
      'page=3&pageSize=50&orderBy=mrn&sortDirection=desc&search=ann&status=Pending&patientId=7&hide=phone';
    expect(view(url)).toEqual({
      filters: { status: 'Pending' },
      orderBy: 'mrn',
      sortDirection: 'desc',
      pageSize: 50,
      hiddenColumns: ['phone'],
    });
  });

  it('replaces the list state when it is opened, and keeps other parameters', () => {
    const from = 'tab=find&page=2&search=ann&patientId=7&startDate=2026-11-01&hide=email';
    expect(opened(view('status=Pending&hide=phone'), from)).toEqual({
      url: 'tab=find&hide=phone&status=Pending',
      missing: [],
    });
    expect(opened(view(''), from)).toEqual({ url: 'tab=find', missing: [] });
  });

  it('opens without what the list no longer has', () => {
    const old = {
      filters: { status: 'Archived', color: 'red', startDate: '2026-11-01' },
      orderBy: 'shoe',
      sortDirection: 'desc' as const,
      pageSize: 20,
      hiddenColumns: ['phone', 'fax'],
    };
    expect(opened(old)).toEqual({
      url: 'startDate=2026-11-01&hide=phone',
      missing: ['status', 'color', 'shoe', 'fax'],
    });
  });

  it('is the same in any order of filters and columns', () => {
    const one = view('status=Pending&startDate=2026-11-01&hide=phone,email');
    expect(isSameView(one, view('startDate=2026-11-01&status=Pending&hide=email,phone'))).toBe(true);
    expect(isSameView(one, view('status=Pending&startDate=2026-11-01'))).toBe(false);
  });

  it('is not replaced by the default view if the URL has any state', () => {
    expect(isBlank(params('tab=find'), options)).toBe(true);
    for (const url of ['page=2', 'status=Pending', 'hide=phone', 'search=a'])
      expect(isBlank(params(url), options)).toBe(false);
  });
});
