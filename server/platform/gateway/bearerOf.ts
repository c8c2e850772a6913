import type { FastifyRequest } from 'fastify'

/** The API key of a request; empty without one. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  /^\s*Bearer\s+([A-Za-z0-9_]{1,200})\s*$/i.exec(headers.authorization ?? '')?.[1] ?? ''
