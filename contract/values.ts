import { channels } from '#domain/states'
import { z } from 'zod/mini'

/** Money on the wire: integer euro cents. */
export const amount = z.int()
/** A rate: integer basis points of a percent, 2100 = 21.00 %. */
export const rate = z.int()
/** The first year of days that are typed or sent; what is older is a slip. */
const isOfOurTime = (text: string) => text >= '1900'
/** An instant, ISO 8601 in UTC, years 1900 to 9999. */
export const instant = z.iso.datetime().check(z.refine(isOfOurTime, { params: { code: 'day' } }))
/** A calendar date, YYYY-MM-DD, in Madrid, years 1900 to 9999. */
export const date = z.iso.date().check(z.refine(isOfOurTime, { params: { code: 'day' } }))
/** Operations and merchants: 32 lower-case hexadecimal characters. */
export const hexId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** An amount that somebody asks for: at least one cent, at most ten million euros. */
export const askedAmount = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

/** Free text that a person typed, trimmed, without control characters, up to `max` characters. */
export const typedText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/))

/** A query flag or filter left empty counts as absent, as the specification's client drops it. */
export const mode = z.enum(['live', 'sandbox'])

/** Where a sale is made. */
export const saleChannel = z.enum(channels)
