import type { FastifyRequest } from 'fastify';

/** A query without blank parameters: a form sends its empty filters too, and they mean that nothing is given. */
export const withoutBlanks = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && Object.values(query).includes('')
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    : query;

/** Removes blank parameters from a query. */
export const dropBlanks = async (request: FastifyRequest): Promise<void> => {
  request.query = withoutBlanks(request.query);
};
