import { madridDay } from '#domain/platform/dates'
import { shortId } from '#domain/platform/shortId'
import type { Services } from '../../platform/calls/call.ts'
import { withLanguage } from '../../platform/calls/messages.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Attachment } from '../../platform/outbound/post.ts'
import { contractPdf } from './contractPdf.ts'
import type { ContractFacts } from './contractSections.ts'
import { chosenPlan } from './plans.ts'
import { readSale, type Sale } from './sale.ts'

/** What a contract's file says of one sale. `isSigned`: else it is the information before signing. */
type ContractAbout = { sale: Sale; isSigned: boolean; isNamed: boolean; scope: Scope; now: Date }

/** The most that an e-mail may carry; a larger file is behind its link only. */
const maxAttachedBytes = 2_000_000

/** A signed contract for the e-mail to the address that the customer gave when they identified themselves; null where there is none yet. */
export async function contractAttachment(
  { database, config, now }: Services,
  scope: Scope,
  checkoutId: string,
): Promise<Attachment | null> {
  const sale = await database.read(scope, (db) => readSale(db, scope, checkoutId))
  if (sale.identifiedAt === null || (sale.verifiedAt ?? sale.confirmedAt) === null) return null
  const about = { sale, isSigned: true, isNamed: true, scope, now: now() }
  const content = Buffer.concat(await contractFile(about, config))
  return content.length > maxAttachedBytes ? null : { name: contractFileName(about), mediaType: 'application/pdf', content }
}

/** The binding text is in one language, whatever language the page is read in (decision 0023). */
export const contractFile = (about: ContractAbout, { brand }: Pick<Config, 'brand'>): Promise<Uint8Array[]> =>
  withLanguage('es', () => contractPdf(factsOf(about, brand), brand))

const factsOf = ({ sale, isSigned, isNamed, scope, now }: ContractAbout, brand: Config['brand']): ContractFacts => ({
  sale,
  plan: chosenPlan(sale, now),
  lender: { name: brand.legalName, email: brand.supportEmail, phone: brand.supportPhone },
  signedAt: isSigned ? (sale.verifiedAt ?? sale.confirmedAt) : null,
  isNamed,
  today: madridDay(now),
  sandbox: scope.mode === 'sandbox',
})

/** With the order's number as the shop gave it, where it has one that can stand in a file's name. */
export function contractFileName({ sale: { mid, checkoutId }, isSigned }: ContractAbout): string {
  const order = (mid ?? '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60)
  return `${isSigned ? 'contrato' : 'informacion'}-${order || shortId(checkoutId)}.pdf`
}
