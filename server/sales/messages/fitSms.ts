import { gsm7Places, SMS_PLACES, toGsm7 } from './gsm7.ts'

/** Fewer letters of a shop's name than these say nothing. */
const leastName = 6

/**
 * The first wording that fits one message, with as much of the shop's name as there is room for; the last wording whatever its length. What
 * must not be cut, a link or a code, stands in the wordings already and is never shortened.
 * @param wordings from the best to the shortest, each a function of the shop's name
 */
export function fitSms(wordings: readonly ((shop: string) => string)[], shopName: string): string {
  const shop = toGsm7(shopName).trim()
  for (const wording of wordings) {
    const room = SMS_PLACES - gsm7Places(toGsm7(wording('')))
    if (room < 0) continue
    if (gsm7Places(shop) <= room || wording('') === wording(shop)) return toGsm7(wording(shop))
    const cut = shorten(shop, room)
    if (cut !== null) return toGsm7(wording(cut))
  }
  return toGsm7(wordings.at(-1)?.('') ?? '')
}

/** The beginning of a name with a full stop for the rest; null when there is no room for one that says something. */
function shorten(shop: string, room: number): string | null {
  let cut = shop
  while (cut.length > 0 && gsm7Places(cut) > room - 1) cut = cut.slice(0, -1)
  cut = cut.trimEnd()
  return cut.length >= leastName ? `${cut}.` : null
}
