import { withoutMisleading } from '#domain/platform/direction'
import { tidyEmail } from '#domain/platform/emailAddress'
import { compactIban } from '#domain/money/iban'
import { taxTerritories } from '#domain/money/taxTerritory'
import { compactCode, compactDocument, compactPhone, compactPostcode } from '#domain/platform/identifiers'
import { plainText } from '#domain/platform/plainText'
import { properNameProblem } from '#domain/platform/properName'
import { channels } from '#domain/sales/operations/states'
import { z } from 'zod/mini'

/** Money on the wire: integer euro cents. */
export const amount = z.int()
/** Where a merchant is taxed: decides which tax (IVA, IGIC, IPSI) the provider's charges bear. */
export const taxTerritory = z.enum(taxTerritories)
/** A tax on the provider's charges. */
export const taxName = z.enum(['iva', 'igic', 'ipsi'])
/** A rate: integer basis points of a percent, 2100 = 21.00 %. */
export const rate = z.int()
/** The earliest year accepted; an older one is a typing error. */
const isOfOurTime = (text: string) => text >= '1900'
/** An instant, ISO 8601 in UTC, years 1900 to 9999. */
export const instant = z.iso.datetime().check(z.refine(isOfOurTime, { params: { code: 'day' } }))
/** A calendar date, YYYY-MM-DD, in Madrid, years 1900 to 9999. */
export const date = z.iso.date().check(z.refine(isOfOurTime, { params: { code: 'day' } }))
/** Operations and merchants: 32 lower-case hexadecimal characters. */
export const hexId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** A requested amount: at least one cent, at most ten million euros. */
export const amountInput = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

const trimmed = (max: number) => [z.trim(), z.maxLength(max), z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/)] as const
/** Free text, trimmed, without control characters or characters that hide text or change its direction, up to `max` characters. */
export const typedText = (max: number) => z.string().check(z.overwrite(withoutMisleading), ...trimmed(max))

const pasted = (tidy: (text: string) => string, max: number) => z.string().check(z.overwrite(tidy), z.maxLength(max))

/** A formatted value such as a URL, number or code, without invisible characters. */
export const plain = (max: number) => pasted(plainText, max)
/** An e-mail address, normalised. */
export const emailText = pasted(tidyEmail, 254)
/** A telephone number without separators and +34. */
export const phoneText = pasted(compactPhone, 24)
/** An identity or tax number without separators, in capitals. */
export const documentText = pasted(compactDocument, 24)
export const postcodeText = pasted(compactPostcode, 10)
/** A code, without separators. */
export const codeText = (max: number) => pasted(compactCode, max)
/** An IBAN without separators, in capitals. */
export const ibanText = pasted(compactIban, 64)
/** The name of a person, a shop or a company: without URLs and invisible characters. */
export const properName = (max: number) =>
  z.string().check(
    ...trimmed(max),
    z.refine((name) => properNameProblem(name) !== 'name_characters', { error: 'name_characters' }),
    z.refine((name) => properNameProblem(name) !== 'name_address', { error: 'name_address' }),
  )

/** A query flag or filter left empty counts as absent, as our client and shops' clients drop it. */
export const mode = z.enum(['live', 'sandbox'])

/** Revision of a form that several people can save, for the optimistic lock: a save sends back the revision that it was based on. */
export const revision = z.int()
/** The same, optional: a provider's own API may not have the field. */
export const specifiedRevision = z.optional(revision)

/** Where a sale is made. */
export const saleChannel = z.enum(channels)
