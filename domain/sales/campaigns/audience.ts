import { addMonths, madridDay, startOfMadridDay } from '../../platform/dates.ts'

/** The identifier types of audience members; one type per audience. */
export const identifierTypes = ['email', 'phone', 'document'] as const
export type IdentifierType = (typeof identifierTypes)[number]

/** The legal basis for addressing these people, as declared by the shop (GDPR art. 6.1 a, f and b). */
export const lawfulBases = ['consent', 'legitimate_interest', 'contract'] as const
export type LawfulBasis = (typeof lawfulBases)[number]

/** Maximum members, and maximum rows of a file (docs/domain.md#audiences). */
export const AUDIENCE_ROWS = 50_000
/** Maximum file size in bytes: 5 MiB (docs/domain.md#audiences). */
export const AUDIENCE_FILE_BYTES = 5 * 1024 * 1024
/** Bytes of one member in a file of hashes: the SHA-256 of its type, a colon and its normalised form (`audienceIdentifier.ts`). */
export const MEMBER_BYTES = 32
/** Minimum members: a smaller audience would identify individuals (docs/domain.md#audiences). */
export const MIN_AUDIENCE_SIZE = 20
/** Retention in months after the last use (docs/domain.md#audiences). */
const AUDIENCE_MONTHS = 12
/** Maximum audiences of a shop in one mode. */
export const AUDIENCES_OF_SHOP = 100
/** Minimum and maximum length of a name (docs/domain.md#audiences). */
export const AUDIENCE_NAME = { least: 3, most: 60 } as const
/** How many days of buyers are compared with an audience. */
export const BUYER_DAYS = 90

/** `erased`: only its name and audit record are left. */
export type AudienceState = 'processing' | 'ready' | 'failed' | 'erased'

/** Why an audience cannot limit a campaign, as a code of the message catalogue; null when it can. */
export function audienceGap(audience: { state: AudienceState; size: number } | null): 'unknown' | 'not_ready' | 'too_small' | null {
  if (audience === null || audience.state === 'erased') return 'unknown'
  if (audience.state !== 'ready') return 'not_ready'
  return audience.size < MIN_AUDIENCE_SIZE ? 'too_small' : null
}

/** A published campaign that uses an audience; `endsAt` null: no end. */
type AudienceUse = { endsAt: Date | null }

/**
 * When an audience's retention ends: the beginning of the Madrid day twelve months after it was created, refilled or last used by a campaign
 * (docs/domain.md#audiences). Null while a campaign without end uses it.
 */
export function audienceKeptUntil(filledAt: Date, uses: readonly AudienceUse[]): Date | null {
  let last = filledAt
  for (const { endsAt } of uses) {
    if (endsAt === null) return null
    if (endsAt > last) last = endsAt
  }
  return startOfMadridDay(addMonths(madridDay(last), AUDIENCE_MONTHS))
}
