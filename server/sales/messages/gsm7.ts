import { createHmac } from 'node:crypto'
import { HOUR_MS } from '#domain/platform/dates'
import { networkPrefix } from '#domain/platform/network'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** Characters of the GSM 7-bit alphabet (3GPP TS 23.038) used in Spanish texts; each takes one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets. */
const extended = new Set('^{}\\[~]|€')

/** Septets in one message; a longer text is split into parts, each charged separately, which may arrive apart. */
export const SMS_SEPTETS = 160

const replacements: Readonly<Record<string, string>> = { '«': '"', '»': '"', '“': '"', '”': '"', '’': "'", '–': '-', '—': '-', '…': '...', '·': '-' }

/**
 * Transliterates a text to GSM 7-bit, since other characters halve the capacity of a message: accents missing in the alphabet are dropped (á becomes a; é and
 * ñ stay), other characters become a question mark.
 */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')].map(toGsm7Character).join('')
}

function toGsm7Character(character: string): string {
  if (basic.has(character) || extended.has(character)) return character
  if (/\s/.test(character)) return ' '
  const known = replacements[character]
  if (known !== undefined) return known
  const bare = character.normalize('NFD').replace(/\p{M}+/gu, '')
  return [...bare].every((one) => basic.has(one)) && bare !== '' ? bare : '?'
}

/** Septets that a GSM 7-bit text takes. */
export const septetsOf = (text: string): number => [...text].reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)

/** A text message about to be sent. `ip`: the client of the request that causes it, if any. */
type CountedSms = { to: string; ip?: string | undefined; now: Date }

/**
 * Counts one text message against the hourly limits of its phone (over all shops), its shop and the client's network. Refuses with TooManyRequests and the
 * seconds to wait, and then counts nothing. In sandbox nothing is sent or counted.
 */
export async function countSms({ config }: Pick<Services, 'config'>, db: Connection, { merchantId, mode }: Scope, sms: CountedSms): Promise<void> {
  if (mode === 'sandbox') return
  const { to, ip, now } = sms
  const { phone, shop, network } = config.smsHourly
  const hash = (subject: string) => createHmac('sha256', config.sessionSecrets[0]).update(subject).digest()
  const subjects = [
    { hash: hash(`phone:${to}`), limit: phone, why: 'smsPhone' },
    { hash: hash(`shop:${merchantId}`), limit: shop, why: 'smsShop' },
    ...(ip === undefined ? [] : [{ hash: hash(`network:${networkPrefix(ip) ?? ip}`), limit: network, why: 'smsNetwork' }]),
  ]
  // Concurrent messages to one phone are counted one after the other; others do not wait.
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`sms:${subjects[0]?.hash.toString('hex')}`}, 0))`)
  const reached = await db.rows<{ place: number; oldest: Date }>(sql`
    select s.place::int as place, recent.oldest from unnest(${subjects.map((one) => one.hash)}::bytea[], ${subjects.map((one) => one.limit)}::int[]) with ordinality as s (subject, most, place)
    cross join lateral (select count(*) as sent, min(x.sent_at) as oldest from (
      select c.sent_at from sms_sends c where c.subject = s.subject and c.sent_at > ${new Date(now.getTime() - HOUR_MS)} order by c.sent_at desc limit s.most) x) recent
    where recent.sent >= s.most order by s.place`)
  const [full] = reached
  if (full) {
    const seconds = Math.max(1, Math.ceil((full.oldest.getTime() + HOUR_MS - now.getTime()) / 1_000))
    throw new Refusal('TooManyRequests', {
      why: subjects[full.place - 1]?.why ?? 'smsPhone',
      retryAfterSeconds: seconds,
      values: { minutes: String(Math.ceil(seconds / 60)) },
    })
  }
  db.send(sql`insert into sms_sends (subject, sent_at) select s, ${now} from unnest(${subjects.map((one) => one.hash)}::bytea[]) s`)
}

/** A shop's name shortened below this is meaningless. */
const minNameLength = 6

/**
 * Returns the first wording that fits one message, with as much of the shop's name as fits; the last wording whatever its length. A link or a code is part of
 * the wording and never shortened.
 * @param wordings from the best to the shortest, each a function of the shop's name
 */
export function fitSms(wordings: readonly ((shop: string) => string)[], shopName: string): string {
  const shop = toGsm7(shopName).trim()
  for (const wording of wordings) {
    const room = SMS_SEPTETS - septetsOf(toGsm7(wording('')))
    if (room < 0) continue
    if (septetsOf(shop) <= room || wording('') === wording(shop)) return toGsm7(wording(shop))
    const cut = shorten(shop, room)
    if (cut !== null) return toGsm7(wording(cut))
  }
  return toGsm7(wordings.at(-1)?.('') ?? '')
}

/** The beginning of a name with a full stop for the rest; null when too little of it would fit. */
function shorten(shop: string, room: number): string | null {
  let cut = shop
  while (cut.length > 0 && septetsOf(cut) > room - 1) cut = cut.slice(0, -1)
  cut = cut.trimEnd()
  return cut.length >= minNameLength ? `${cut}.` : null
}
