import { addMonths, madridDay, startOfMadridDay } from '../../platform/dates.ts'

/** What the members of an audience are known by; one kind for each audience. */
export const identifierTypes = ['email', 'phone', 'document'] as const
export type IdentifierType = (typeof identifierTypes)[number]

/** Why the law lets the shop address these people, as the shop says (GDPR art. 6.1 a, f and b). */
export const lawfulBases = ['consent', 'legitimate_interest', 'contract'] as const
export type LawfulBasis = (typeof lawfulBases)[number]

/** The most members, and rows of a file (docs/domain.md#audiences). */
export const AUDIENCE_ROWS = 50_000
/** The largest file, in bytes: 5 MB as people read sizes here (docs/domain.md#audiences). */
export const AUDIENCE_FILE_BYTES = 5 * 1024 * 1024
/** Bytes of one member of a file of hashes: the SHA-256 of its kind, a colon and its one spelling (`audienceIdentifier.ts`). */
export const MEMBER_BYTES = 32
/** Below so many members an audience is of no use: it would point at persons (docs/domain.md#audiences). */
export const AUDIENCE_LEAST = 20
/** How many months after its last use an audience is kept (docs/domain.md#audiences). */
const AUDIENCE_MONTHS = 12
/** The most audiences of a shop in one mode. */
export const AUDIENCES_OF_SHOP = 100
/** Characters of a name: at least, at most (docs/domain.md#audiences). */
export const AUDIENCE_NAME = { least: 3, most: 60 } as const
/** How many days back buyers are compared with an audience. */
export const BUYER_DAYS = 90

/** As it stands; `erased`: only its name and what was done with it are left. */
export type AudienceState = 'processing' | 'ready' | 'failed' | 'erased'

/** Why an audience cannot limit a campaign: a code of the message catalogue; null when it can. */
export function audienceGap(audience: { state: AudienceState; size: number } | null): 'unknown' | 'not_ready' | 'too_small' | null {
  if (audience === null || audience.state === 'erased') return 'unknown'
  if (audience.state !== 'ready') return 'not_ready'
  return audience.size < AUDIENCE_LEAST ? 'too_small' : null
}

/** A campaign that was published with an audience; `endsAt` null: without end. */
type AudienceUse = { endsAt: Date | null }

/**
 * The first instant at which an audience is no longer kept: the beginning of the Madrid day twelve months after it was made, filled again or last
 * used by a campaign (docs/domain.md#audiences). Null while a campaign without end uses it.
 */
export function audienceKeptUntil(filledAt: Date, uses: readonly AudienceUse[]): Date | null {
  let last = filledAt
  for (const { endsAt } of uses) {
    if (endsAt === null) return null
    if (endsAt > last) last = endsAt
  }
  return startOfMadridDay(addMonths(madridDay(last), AUDIENCE_MONTHS))
}
