import type { FastifyRequest } from 'fastify';

/** Removes blank parameters from a query: a form sends its empty filters too, and they mean that nothing is given. */
export const dropBlanks = async (request: FastifyRequest): Promise<void> => {
  const { query } = request;
  if (typeof query === 'object' && query !== null)
    request.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
};
