import type { ConsoleApi } from '#contract/consoleApi'
import type { BodyOf } from '#contract/platform/endpoint'
import { localDate } from '#domain/platform/dates'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import type { ByProvider } from '../../platform/calls/providerChange.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { decideShop, type PaperVerdict, requestChange, reviewPaper } from '../../merchants/onboarding/review.ts'
import { review } from '../../merchants/ibans/review.ts'
import { answerClaim } from '../../money/settlements/claims.ts'

const missing = (name: string): Refusal => new Refusal('ApiValidationException', { fields: [problem(name, 'required')] })

type DocumentDecision = { params: { accountId: string }; body: BodyOf<ConsoleApi['consoleReviewDocument']> } & ByProvider

/** Decides on all sides of a document. Refuses with ObjectNotFoundException a file of another account. */
export async function decideDocument(db: Connection, { params, body, by, now }: DocumentDecision): Promise<undefined> {
  const accountId = idFrom(params.accountId)
  const { approved, reason, note = null, expiresOn } = body
  if (!approved && reason === undefined) throw missing('reason')
  const verdict: PaperVerdict =
    approved || reason === undefined
      ? { approved: true, expiresOn: expiresOn ? localDate(expiresOn) : null }
      : { approved: false, reason, note }
  for (const hex of body.files) {
    const id = idFrom(hex)
    await assertOfAccount(db, sql`select from documents where id = ${id} and account_id = ${accountId}`, hex)
    await reviewPaper(db, id, verdict, { by, now })
  }
  return undefined
}

export const consoleReviewDocument: ConsoleHandler<'consoleReviewDocument'> = ({ db, staff, params, body, now }) =>
  decideDocument(db, { params, body, by: staff, now })

/** Asks the owners to correct a field. */
export const consoleReviewChange: ConsoleHandler<'consoleReviewChange'> = async ({ db, staff, params, body, now }) => {
  await requestChange(db, idFrom(params.accountId), body, { by: staff, now })
  return undefined
}

/** Approves or rejects a requested shop. Refuses with ObjectNotFoundException one of another account. */
export const consoleReviewShop: ConsoleHandler<'consoleReviewShop'> = async ({ db, staff, params, body, now }) => {
  const [accountId, merchantId] = [idFrom(params.accountId), idFrom(params.merchantId)]
  await assertOfAccount(db, sql`select from merchants where id = ${merchantId} and account_id = ${accountId}`, params.merchantId)
  await decideShop(db, merchantId, verdictOf(body), { by: staff, now })
  return undefined
}

/** Approves or rejects a change of bank account. */
export const consoleBankDecide: ConsoleHandler<'consoleBankDecide'> = async ({ db, staff, params, body, now }) => {
  await review(db, idFrom(params.ibanId), verdictOf(body), { by: staff, now })
  return undefined
}

/** Answers a claim; the shop reads the answer unchanged. */
export const consoleClaimAnswer: ConsoleHandler<'consoleClaimAnswer'> = async ({ db, staff, params, body, now }) => {
  await answerClaim(db, idFrom(params.claimId), body.answer, { by: staff, now })
  return undefined
}

/** A rejection needs a reason. */
function verdictOf({ approved, reason }: { approved: boolean; reason?: string | undefined }) {
  if (approved) return { approved } as const
  if (reason === undefined) throw missing('reason')
  return { approved: false, reason } as const
}

async function assertOfAccount(db: Connection, one: ReturnType<typeof sql>, hex: string): Promise<void> {
  if (!(await db.first(one))) throw notFound(hex)
}
