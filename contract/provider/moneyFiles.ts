import { z } from 'zod/mini'
import { amount, instant } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, movesMoney, movesMoneyTogether, next, readsMoney } from './moneyParts.ts'

const payoutFile = z.strictObject({
  /** The message id, by which the bank knows it. */
  id: z.string(),
  /** Transfers, or direct debits of shops. */
  kind: z.enum(['transfers', 'debits']),
  transfers: z.int(),
  totalAmount: amount,
  madeAt: instant,
  /** Who made it by hand; null: made by itself. */
  madeBy: z.nullable(z.string()),
  /** When the bank took it; null: not known. */
  acceptedAt: z.nullable(instant),
  /** When it was put into the bank's folder, or made ready for a person; null: the bank is asked by itself. */
  handedAt: z.nullable(instant),
  /** When the bank said that it rejected the whole file. */
  rejectedAt: z.nullable(instant),
})
export type PayoutFile = z.output<typeof payoutFile>

/** The files of transfers, the newest first; and the payments that wait for one. */
export const consolePayoutFileList = consoleCall({
  name: 'consolePayoutFileList',
  method: 'GET',
  path: `${moneyPath}/payout-files`,
  summary: 'Ver los ficheros de pagos',
  policy: readsMoney,
  query: z.strictObject({ cursor }),
  answers: {
    200: z.strictObject({
      results: z.array(payoutFile),
      waiting: z.strictObject({ count: z.int(), amount }),
      /** How files are handed over; null: the bank answers by itself. */
      handsOver: z.nullable(z.enum(['folder', 'person'])),
      next,
    }),
  },
  refusals: [],
})

/** The file itself (pain.001), with holders and account numbers. */
export const consolePayoutFile = consoleCall({
  name: 'consolePayoutFile',
  method: 'GET',
  path: `${moneyPath}/payout-files/{fileId}/file`,
  summary: 'Descargar un fichero de pagos',
  policy: movesMoney,
  answers: { 200: 'file' },
  refusals: [],
})

/** Makes a file of the payments that wait, to hand in by hand. The bank is asked later, and gets what it does not know. */
export const consolePayoutFileMake = consoleCall({
  name: 'consolePayoutFileMake',
  method: 'POST',
  path: `${moneyPath}/payout-files`,
  summary: 'Hacer a mano un fichero de pagos',
  policy: movesMoneyTogether,
  answers: { 200: z.strictObject({ id: z.string(), transfers: z.int(), totalAmount: amount }) },
  refusals: ['ProviderActionNotAllowed'],
})
