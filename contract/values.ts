import { properNameProblem } from '#domain/properName'
import { channels } from '#domain/states'
import { z } from 'zod/mini'

/** Money on the wire: integer euro cents. */
export const amount = z.int()
/** A rate: integer basis points of a percent, 2100 = 21.00 %. */
export const rate = z.int()
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** A calendar date, YYYY-MM-DD, in Madrid. */
export const date = z.iso.date()
/** Operations and merchants: 32 lower-case hexadecimal characters. */
export const hexId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** An amount that somebody asks for: at least one cent, at most ten million euros. */
export const askedAmount = z.int().check(z.minimum(1), z.maximum(1_000_000_000))

/** Free text that a person typed, trimmed, without control characters, up to `max` characters. */
export const typedText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/))

/** The name of a person, a shop or a company: no address in it, and nothing that nobody sees. */
export const properName = (max: number) =>
  typedText(max).check(
    z.refine((name) => properNameProblem(name) !== 'name_characters', { error: 'name_characters' }),
    z.refine((name) => properNameProblem(name) !== 'name_address', { error: 'name_address' }),
  )

/** A query flag or filter left empty counts as absent, as the specification's client drops it. */
export const mode = z.enum(['live', 'sandbox'])

/** Where a sale is made. */
export const saleChannel = z.enum(channels)
