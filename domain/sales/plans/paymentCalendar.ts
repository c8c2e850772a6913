import type { LocalDate } from '../../platform/dates.ts'

/** A payment as an all-day event. `id` is the same whenever the file is made, so that importing it again changes the event instead of adding one. */
type PaymentEvent = { id: string; on: LocalDate; title: string; detail: string }

const escaped = (text: string) => text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')
const compact = (day: string) => day.replaceAll('-', '')

/** Folds a line after 75 bytes at most, between characters (RFC 5545, 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [whole, bytes] = ['', 0]
  for (const character of line) {
    const length = encoder.encode(character).length
    if (bytes + length > 74) [whole, bytes] = [`${whole}\r\n `, 1]
    whole += character
    bytes += length
  }
  return whole
}

/** A calendar file (RFC 5545) with the payments of a plan; each reminds at nine in the morning of the day before. `brand`: who made it. */
export function paymentCalendar(events: readonly PaymentEvent[], now: Date, brand: string): string {
  const stamp = `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  const lines = events.flatMap(({ id, on, title, detail }) => [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(on)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(detail)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
  ])
  const whole = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(brand).replaceAll('/', ' ')}//Payments//ES`,
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]
  return `${whole.map(folded).join('\r\n')}\r\n`
}
