import { expect, it } from 'vitest';
import { similarPages } from './similar-pages.ts';

const PAGES = [
  { path: '/', title: 'Dashboard' },
  { path: '/orders', title: 'Medical Orders' },
  { path: '/orders/new', title: 'New Order' },
  { path: '/timecard/history', title: 'Timecard History' },
];
const titles = (address: string) => similarPages(address, PAGES).map(({ title }) => title);

it('finds pages whose address or title has a similar word, those with the most first', () => {
  expect(titles('/order')).toEqual(['Medical Orders', 'New Order']);
  expect(titles('/order/new')).toEqual(['New Order', 'Medical Orders']);
  expect(titles('/time-card')).toEqual(['Timecard History']);
});

it('finds none for an address without such words', () => {
  expect(titles('/xyz/01a21dbb-3942-720c-8a62-a0352dc44e23')).toEqual([]);
  expect(titles('/a.of')).toEqual([]);
});
