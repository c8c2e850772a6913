import { z } from 'zod/mini'
import { openReasons, orderKinds } from '#domain/money/bankStatus/judgeStatus'
import { bankOutcomes, statusFormats } from '#domain/money/bankStatus/statusLine'
import { amount, date, hexId, instant, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, moneyShop, movesMoney, movesMoneyTogether, next, readsMoney } from './moneyParts.ts'

/** Files of the bank: what it did with transfers and direct debits. */
const path = `${moneyPath}/bank-files`
const itemPath = `${path}/{fileId}` as const

/** The largest body with a file in base64, in bytes. */
export const maxBankFileBody = 2_800_000

/** A file as it is uploaded; `content`: its bytes in base64. */
export const bankFileInput = z.strictObject({ name: typedText(200).check(z.minLength(1)), content: z.base64() })

/** `waiting`: about to be applied, or in a preview, would be; `noted`: changes nothing; `open`: staff must look at it. */
export const lineResults = ['waiting', 'applied', 'repeated', 'noted', 'open', 'matched', 'dismissed'] as const

const line = z.strictObject({
  line: z.int(),
  /** Of our order; null: of none that is known. */
  kind: z.nullable(z.enum(orderKinds)),
  reference: z.string(),
  shop: z.nullable(moneyShop),
  /** Null: a movement that is about none of our orders. */
  outcome: z.nullable(z.enum(bankOutcomes)),
  code: z.nullable(z.string()),
  /** Of a movement of the account, negative: out of it. */
  amount: z.nullable(amount),
  currency: z.string(),
  bookedOn: z.nullable(date),
  text: z.string(),
  result: z.enum(lineResults),
  why: z.nullable(z.enum(openReasons)),
  /** What staff wrote, or to what they matched it, and who. */
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
})
export type BankFileLine = z.output<typeof line>

export const lineCounts = z.strictObject({
  waiting: z.int(),
  applied: z.int(),
  repeated: z.int(),
  noted: z.int(),
  open: z.int(),
  byHand: z.int(),
})
export type LineCounts = z.output<typeof lineCounts>

const file = z.strictObject({
  id: hexId,
  name: z.string(),
  /** Null: it could not be read. */
  format: z.nullable(z.enum(statusFormats)),
  messageId: z.string(),
  source: z.enum(['console', 'folder', 'api']),
  /** Who uploaded it, or the name of the key. */
  by: z.nullable(z.string()),
  readAt: instant,
  /** Why it could not be read, as a sentence. */
  problem: z.nullable(z.string()),
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: z.string(),
  counts: lineCounts,
})
export type BankFile = z.output<typeof file>

/** The files that were read in, the newest first. */
export const consoleBankFileList = consoleCall({
  name: 'consoleBankFileList',
  method: 'GET',
  path,
  summary: 'Ver los ficheros del banco',
  policy: readsMoney,
  query: z.strictObject({ cursor }),
  answers: {
    200: z.strictObject({
      results: z.array(file),
      /** How files come and go by themselves. */
      ways: z.strictObject({ folder: z.boolean(), accountLast4: z.string() }),
      next,
    }),
  },
  refusals: [],
})

/** One file with its lines: those that staff must look at first. At most 500. */
export const consoleBankFile = consoleCall({
  name: 'consoleBankFile',
  method: 'GET',
  path: itemPath,
  summary: 'Ver lo que dice un fichero del banco',
  policy: readsMoney,
  answers: { 200: z.extend(file, { lines: z.array(line) }) },
  refusals: [],
})

/** The file itself, with names and accounts of those who paid. */
export const consoleBankFileContent = consoleCall({
  name: 'consoleBankFileContent',
  method: 'GET',
  path: `${itemPath}/file`,
  summary: 'Descargar un fichero del banco',
  policy: movesMoney,
  answers: { 200: 'file' },
  refusals: [],
})

export const bankFilePreview = z.strictObject({
  format: z.enum(statusFormats),
  messageId: z.string(),
  /** The same file, if it was read in before. */
  earlier: z.nullable(z.strictObject({ id: hexId, readAt: instant })),
  counts: lineCounts,
  /** At most 200, those that staff must look at first. */
  lines: z.array(line),
})
export type BankFilePreview = z.output<typeof bankFilePreview>

/** What a file would do, without doing it. Refuses with ProviderActionNotAllowed a file that cannot be read. */
export const consoleBankFilePreview = consoleCall({
  name: 'consoleBankFilePreview',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'Ver lo que haría un fichero del banco',
  policy: movesMoney,
  body: bankFileInput,
  answers: { 200: bankFilePreview },
  refusals: ['ProviderActionNotAllowed'],
  neverStore: true,
  maxBytes: maxBankFileBody,
})

/** Reads a file in; its effects follow at once. `isNew` false: it was read in before, and nothing is done again. */
export const consoleBankFileRead = consoleCall({
  name: 'consoleBankFileRead',
  method: 'POST',
  path,
  summary: 'Leer un fichero del banco',
  policy: movesMoney,
  body: bankFileInput,
  answers: { 200: z.strictObject({ id: hexId, isNew: z.boolean() }) },
  refusals: ['ProviderActionNotAllowed'],
  maxBytes: maxBankFileBody,
})

const lineOfFile = `${itemPath}/lines/{line}` as const

/** Says which order of ours a line is about: another person confirms it, and it has the line's effect. */
export const consoleBankLineMatch = consoleCall({
  name: 'consoleBankLineMatch',
  method: 'POST',
  path: `${lineOfFile}/match`,
  summary: 'Casar a mano una línea del banco con un pago',
  policy: movesMoneyTogether,
  body: z.strictObject({ reference: typedText(35).check(z.minLength(4)) }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Books money that came in as a shop's transfer for its debt: another person confirms it. */
export const consoleBankLineCredit = consoleCall({
  name: 'consoleBankLineCredit',
  method: 'POST',
  path: `${lineOfFile}/credit`,
  summary: 'Anotar una línea del banco como transferencia de una tienda',
  policy: movesMoneyTogether,
  body: z.strictObject({
    merchantId: hexId,
    /** Also more than the shop owes: its next settlement pays the rest out. */
    force: z._default(z.boolean(), false),
  }),
  answers: { 204: null },
  refusals: ['ProviderActionNotAllowed'],
})

/** Says that lines are none of ours, or settled elsewhere: all open ones, or one. Moves no money. */
export const consoleBankLinesDismiss = consoleCall({
  name: 'consoleBankLinesDismiss',
  method: 'POST',
  path: `${itemPath}/dismiss`,
  summary: 'Dar por vistas líneas de un fichero del banco',
  policy: movesMoney,
  body: z.strictObject({ line: z.optional(z.int().check(z.minimum(1))), reason: typedText(300).check(z.minLength(1)) }),
  answers: { 200: z.strictObject({ dismissed: z.int() }) },
  refusals: ['ProviderActionNotAllowed'],
})
