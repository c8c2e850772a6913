import { isLocalDate, type LocalDate, startOfMadridDay, startOfNextMadridDay } from '../../platform/dates.ts'

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Parses a Madrid day, or an instant (to the second): with `Z` or an offset, or without, in Madrid time. Of the hour that occurs twice in autumn, the first
 * is meant.
 */
export function readShopInstant(value: string): { since: Date; before: Date } | undefined {
  const [whole, day = '', hour, minute, second = '00', zone] =
    written.exec(value.replace(/(?<=:\d\d(?:\.\d+)?) (?=\d\d:?\d\d$)/, '+')) ?? []
  if (whole === undefined || !isLocalDate(day)) return undefined
  if (hour === undefined || minute === undefined) return { since: startOfMadridDay(day), before: startOfNextMadridDay(day) }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const clock = `${hour}:${minute}:${second}`
  const since =
    zone === undefined ? inMadrid(day, clock) : new Date(`${day}T${clock}${zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(since.getTime()) ? undefined : { since, before: new Date(since.getTime() + 1_000) }
}

/** Madrid local time on a day: the offset at the beginning of the day applies, since it changes only during the night. */
function inMadrid(day: LocalDate, clock: string): Date {
  const asUtc = new Date(`${day}T${clock}Z`).getTime()
  const offsets = [startOfMadridDay(day), startOfNextMadridDay(day)].map(
    (midnight, at) => new Date(`${day}T00:00:00Z`).getTime() + at * 86_400_000 - midnight.getTime(),
  )
  const [before = 0, after = 0] = offsets
  // Until the change at two or three in the night the offset is that of the beginning of the day.
  return new Date(asUtc - (before === after || clock < '02:00:00' ? before : after))
}
