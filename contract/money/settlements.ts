import { payAgainSteps, payoutReturns } from '#domain/money/payoutReturn'
import { claimStates, CLAIM_TEXT_MOST } from '#domain/money/settlementClaim'
import { z } from 'zod/mini'
import { endpoint, type AnswerOf } from '../platform/endpoint.ts'
import { product } from '../merchants/merchants.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { changesShop, ofAccount, operators, owners, readsShop } from '../platform/policy.ts'
import { amount, date, hexId, instant, rate, typedText } from '../platform/values.ts'

/** What the provider pays a shop: one settlement per value date, its equation and its lines (docs/domain.md#settlements). */
const path = '/v2/merchants/{merchantId}/settlements'

/** `compensated`: nothing was paid, the balance is carried on; `returned`: the bank sent the money back. */
export const settlementState = z.enum(['closed', 'paid', 'compensated', 'returned'])

export const settlementRow = z.strictObject({
  id: hexId,
  /** Also the text on the bank statement. */
  reference: z.string(),
  /** First and last Madrid day whose lines it holds. */
  periodFrom: date,
  periodTo: date,
  valueOn: date,
  status: settlementState,
  /** What is paid; never negative. */
  netAmount: amount,
  /** Balance after it: negative is the shop's debt, positive what is too little to pay. */
  closingBalance: amount,
  lineCount: z.int(),
  /** Last four of the account that it goes to; null in test mode and when nothing is paid. */
  ibanLast4: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  /** The day on which somebody of the shop found the money at the bank; null: nobody has said so. */
  collectedOn: z.nullable(date),
  /** Of one that the bank sent back: why, what comes next, and the last four of the account that it would go to. */
  returned: z.nullable(z.strictObject({ why: z.enum(payoutReturns), next: z.enum(payAgainSteps), ibanLast4: z.nullable(z.string()) })),
})
export type SettlementRow = z.output<typeof settlementRow>

/** Terms of the equation, signed as they enter it: opening + sales + … = net + closing. */
export const settlement = z.strictObject({
  ...settlementRow.shape,
  openingBalance: amount,
  /** What the shop paid of its debt, less what its bank took back. */
  repayments: amount,
  /** Gross by kind of line, refunds and cancellations negative. */
  sales: amount,
  refunds: amount,
  cancellations: amount,
  /** Charged (negative) and given back (positive). */
  fees: amount,
  feeRefunds: amount,
  /** What was lacking to the minimum fee of months, negative; its VAT is in `vat`. */
  minimumFees: amount,
  vat: amount,
  vatRefunds: amount,
  subsidies: amount,
  subsidyRefunds: amount,
  reserveHeld: amount,
  reserveReleased: amount,
  /** How many lines of each kind. */
  counts: z.strictObject({
    order: z.int(),
    refund: z.int(),
    cancel: z.int(),
    feeMinimum: z.int(),
    repayment: z.int(),
    vatRounding: z.int(),
  }),
  cutOffAt: instant,
  createdAt: instant,
  /** Name of the person who said so. */
  collectedBy: z.nullable(z.string()),
})
export type Settlement = z.output<typeof settlement>

/** `no`: only those that pay something and whose money nobody has found at the bank. */
const collected = z.optional(z.enum(['no']))

export const settlementList = endpoint({
  name: 'settlementList',
  method: 'GET',
  path,
  summary: 'Liquidaciones',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  query: z.object({ from: z.optional(date), to: z.optional(date), collected, page: pageNumber }),
  answers: {
    200: z.strictObject({
      results: z.array(settlementRow),
      current: z.int(),
      /** Number of pages. */
      total: z.int(),
      next: z.nullable(z.int()),
      /** Sums over all pages, to close against. */
      sums: z.strictObject({ count: z.int(), netAmount: amount }),
    }),
  },
  refusals: [],
})

/** Money on its way. */
export const settlementBalance = endpoint({
  name: 'settlementBalance',
  method: 'GET',
  path: `${path}/balance`,
  summary: 'Saldo y próximo pago',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      /** In a closed settlement, not yet paid. */
      available: amount,
      /** Lines that wait for their settlement, net. */
      pending: amount,
      reserve: amount,
      /** What the shop owes, positive. */
      debt: amount,
      /** The value day since which it has owed without a break, and the day from which what is left is claimed; null: it owes nothing. */
      debtSince: z.nullable(date),
      debtClaimedOn: z.nullable(date),
      next: z.nullable(z.strictObject({ valueOn: date, netAmount: amount, closingBalance: amount, lineCount: z.int() })),
      ibanLast4: z.nullable(z.string()),
      frequency: z.enum(['daily', 'weekly']),
    }),
  },
  refusals: [],
})

/** What the next thirty days bring, as things stand: days on which something happens, in order. */
export const settlementForecast = endpoint({
  name: 'settlementForecast',
  method: 'GET',
  path: `${path}/forecast`,
  summary: 'Previsión de los próximos 30 días',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  answers: {
    200: z.strictObject({
      from: date,
      until: date,
      days: z.array(
        z.strictObject({
          on: date,
          /** The settlement of that value date; its terms are signed as in the equation. */
          settlement: z.nullable(
            z.strictObject({
              netAmount: amount,
              openingBalance: amount,
              /** Net of its lines, minimum fees included. */
              lines: amount,
              minimumFees: amount,
              reserveHeld: amount,
              reserveReleased: amount,
              closingBalance: amount,
              lineCount: z.int(),
            }),
          ),
          /** Approved and not captured: what lapses on that day. */
          captures: z.strictObject({ count: z.int(), amount }),
          /** Refunds that leave on that day, and what they take from the shop. */
          refunds: z.strictObject({ count: z.int(), amount, netAmount: amount }),
        }),
      ),
    }),
  },
  refusals: [],
})

/** What a shop found wrong with the money of a settlement, and what came of it. */
export const settlementClaim = z.strictObject({
  id: hexId,
  /** `lines`: they do not add up to what it says; `bank`: the shop's bank shows another amount. */
  about: z.enum(['lines', 'bank']),
  /** `answered`: by the provider; `closed`: by the shop, also before an answer. */
  state: z.enum(claimStates),
  /** Negative: missing. */
  difference: amount,
  /** What the shop says that its bank shows, 0 when nothing came; null of lines. */
  bankAmount: z.nullable(amount),
  bankOn: z.nullable(date),
  note: z.nullable(z.string()),
  openedAt: instant,
  /** Names of people, while they are known. */
  openedBy: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(z.string()),
})
export type SettlementClaim = z.output<typeof settlementClaim>

/** Another settlement, to be led to. */
const reference = z.strictObject({ id: hexId, reference: z.string() })

export const settlementDetail = endpoint({
  name: 'settlementDetail',
  method: 'GET',
  path: `${path}/{settlementId}`,
  summary: 'Una liquidación, con su ecuación',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  answers: {
    200: z.strictObject({
      ...settlement.shape,
      /** The invoice of what it deducted; null before its month is invoiced, and in test mode. */
      invoice: z.nullable(z.strictObject({ id: hexId, number: z.string() })),
      /** What its lines add up to, read from them: the terms above are what was written down when it was made. */
      linesNet: amount,
      /** How many of its lines have a subsidy. */
      subsidisedCount: z.int(),
      /** The settlements before and after it, of whose balances its own is one end, and what is held back of sales: from when, in which, freed by which. */
      carried: z.strictObject({
        previous: z.nullable(reference),
        following: z.nullable(reference),
        /** When the reserve that it held is due back, and the settlement that freed it. */
        reserveDueOn: z.nullable(date),
        reserveFreedIn: z.nullable(reference),
        /** Whose reserve it freed. */
        reservesFreed: z.array(z.strictObject({ ...reference.shape, amount })),
      }),
      /** Its last claim; null: there never was one. */
      claim: z.nullable(settlementClaim),
    }),
  },
  refusals: [],
})

export type WholeSettlement = AnswerOf<typeof settlementDetail>

/** A sale, what was given back of one, what was lacking to a month's minimum fee, or what the shop paid of its debt. */
const lineKind = z.enum(['order', 'refund', 'cancel', 'fee_minimum', 'repayment', 'vat_rounding'])

export const settlementLines = endpoint({
  name: 'settlementLines',
  method: 'GET',
  path: `${path}/{settlementId}/lines`,
  summary: 'Las líneas de una liquidación',
  policy: { ...readsShop, roles: operators, right: 'settlements', apiKey: 'allowed', clock: 'shop' },
  providerApi: true,
  /** `subsidised`: only those that a campaign took or gave back a subsidy of. */
  query: z.object({ kind: z.optional(lineKind), subsidised: z.optional(z.enum(['yes'])), page: pageNumber }),
  answers: {
    200: z.strictObject(
      visiblePage(
        z.strictObject({
          id: hexId,
          kind: lineKind,
          /** Null of what is of no operation, and with it all that is the operation's. */
          operationId: z.nullable(hexId),
          mid: z.nullable(z.string()),
          customerName: z.nullable(z.string()),
          product: z.nullable(product),
          numInstalments: z.nullable(z.int()),
          /** First day of the month whose minimum fee it is; null of all others. */
          monthFrom: z.nullable(date),
          /** How the shop paid, or its bank took back, and the bank's reference; null of all others. */
          repayment: z.nullable(
            z.strictObject({ of: z.enum(['debit', 'debit_return', 'transfer', 'transfer_back']), reference: z.string() }),
          ),
          occurredAt: instant,
          grossAmount: amount,
          feeRate: z.nullable(rate),
          feeAmount: amount,
          vatAmount: amount,
          subsidyAmount: amount,
          netAmount: amount,
        }),
      ),
    ),
  },
  refusals: [],
})

/** `csv` is Spain's; `raw` is a CSV for programs: commas, decimal points, ISO dates. */
export const settlementFormat = z.enum(['csv', 'xlsx', 'pdf', 'raw', 'json'])

export const settlementDownload = endpoint({
  name: 'settlementDownload',
  method: 'GET',
  path: `${path}/{settlementId}/download`,
  summary: 'Descargar una liquidación',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  // Reads for itself: the line that it leaves needs a connection too.
  longPoll: true,
  query: z.object({ format: settlementFormat }),
  answers: { 200: 'file' },
  refusals: [],
})

/** A zip of all that the same dates list, or of those named (ids joined by commas, at most 400), and a list of what is inside. */
export const settlementDownloadMany = endpoint({
  name: 'settlementDownloadMany',
  method: 'GET',
  path: `${path}/download`,
  summary: 'Descargar varias liquidaciones',
  policy: { ...readsShop, roles: operators, right: 'settlements', clock: 'shop' },
  providerApi: true,
  // Reads for itself: the line that it leaves needs a connection too.
  longPoll: true,
  query: z.object({
    from: z.optional(date),
    to: z.optional(date),
    collected,
    ids: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,399}$/))),
    format: settlementFormat,
  }),
  answers: { 200: 'file' },
  refusals: [],
})

/** Says that paid settlements arrived at the shop's bank, and when; those of which that was said stay as they are. All or none. */
export const settlementCollect = endpoint({
  name: 'settlementCollect',
  method: 'POST',
  path: `${path}/collected`,
  summary: 'Confirmar que se han cobrado liquidaciones',
  policy: { ...changesShop, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({
    settlements: z.array(z.strictObject({ id: hexId, collectedOn: date })).check(z.minLength(1), z.maxLength(400)),
  }),
  answers: { 200: z.strictObject({ results: z.array(settlementRow) }) },
  refusals: ['CollectNotAllowed'],
})

/** Takes that back. */
export const settlementCollectUndo = endpoint({
  name: 'settlementCollectUndo',
  method: 'DELETE',
  path: `${path}/{settlementId}/collected`,
  summary: 'Deshacer que una liquidación se ha cobrado',
  policy: { ...changesShop, roles: operators, right: 'settlements', clock: 'shop' },
  answers: { 200: settlementRow },
  refusals: [],
})

/** Sends a payment again that the bank sent back, to the account that the shop has now; to the same one only where the reason passes by itself. */
export const settlementPayAgain = endpoint({
  name: 'settlementPayAgain',
  method: 'POST',
  path: `${path}/{settlementId}/pay-again`,
  summary: 'Enviar otra vez un pago devuelto por el banco',
  policy: { ...ofAccount, roles: owners, right: 'bankAccount', afterEnd: 'denied', clock: 'shop' },
  answers: { 200: settlementRow },
  refusals: ['PayAgainNotAllowed'],
})

/**
 * Claims what the lines of a settlement do not explain (`bank` null), or that the shop's bank shows another amount than was paid: 0, without a
 * day, when nothing came. The settlement as it stands goes with it as evidence. One at a time: who does not agree with an answer claims again, and
 * `disagrees` names the answered claim, which closes with that.
 */
export const settlementClaimOpen = endpoint({
  name: 'settlementClaimOpen',
  method: 'POST',
  path: `${path}/{settlementId}/claim`,
  summary: 'Reclamar una diferencia de una liquidación',
  policy: { ...ofAccount, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({
    bank: z.nullable(z.strictObject({ amount: z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)), on: z.nullable(date) })),
    note: typedText(CLAIM_TEXT_MOST),
    disagrees: z.optional(hexId),
  }),
  answers: { 201: settlementClaim },
  refusals: ['ClaimNotAllowed'],
})

/** Says that this claim is settled, or takes it back; one that is closed stays as it is, and so does one that was opened since. */
export const settlementClaimClose = endpoint({
  name: 'settlementClaimClose',
  method: 'POST',
  path: `${path}/{settlementId}/claim/close`,
  summary: 'Cerrar la reclamación de una liquidación',
  policy: { ...ofAccount, roles: operators, right: 'settlements', clock: 'shop' },
  body: z.strictObject({ claim: hexId }),
  answers: { 200: settlementClaim },
  refusals: [],
})
