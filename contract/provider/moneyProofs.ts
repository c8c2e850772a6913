import { z } from 'zod/mini'
import { hexId, instant } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { moneyPath, movesMoney, readsMoney } from './moneyParts.ts'

const proof = z.strictObject({
  id: hexId,
  askedAt: instant,
  /** Who asked for it; null: it was due. */
  askedBy: z.nullable(z.string()),
  /** Null: it is running. */
  finishedAt: z.nullable(instant),
  shops: z.int(),
  accounts: z.int(),
  brokenCount: z.int(),
  /** The first that were found, as the database says it. */
  broken: z.array(z.strictObject({ about: z.enum(['books', 'trail', 'register', 'cards']), where: z.string(), what: z.string() })),
})
export type MoneyProof = z.output<typeof proof>

/** Proofs of the books of all shops and of the audit chains of all accounts, the newest first. */
export const consoleProofs = consoleCall({
  name: 'consoleProofs',
  method: 'GET',
  path: `${moneyPath}/proofs`,
  summary: 'Ver las comprobaciones de los libros',
  policy: readsMoney,
  answers: { 200: z.strictObject({ results: z.array(proof) }) },
  refusals: [],
})

/** Starts one in the background; nothing when one runs. */
export const consoleProofStart = consoleCall({
  name: 'consoleProofStart',
  method: 'POST',
  path: `${moneyPath}/proofs`,
  summary: 'Comprobar los libros ahora',
  policy: { ...movesMoney, roles: ['finance', 'admin'] },
  answers: { 204: null },
  refusals: [],
})
