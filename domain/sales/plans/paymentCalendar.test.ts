import { expect, it } from 'vitest'
import { localDate } from '../../platform/dates.ts'
import { paymentCalendar } from './paymentCalendar.ts'

const now = new Date('2026-11-27T09:05:07.000Z')

it('has an all-day event a payment, with lines of at most 75 bytes and escaped text', () => {
  const title = 'Cuota 2 de 6: 26,46\u00a0€ · Muebles; «Ñandú» y compañía de la muy noble villa\\Bilbao'
  const file = paymentCalendar([{ id: 'a1-2@checkout', on: localDate('2027-01-26'), title, detail: 'Se cobra\nsola' }], now, 'Paga/Fácil')
  const lines = file.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paga Fácil//Payments//ES',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:a1-2@checkout',
    'DTSTAMP:20261127T090507Z',
    'DTSTART;VALUE=DATE:20270126',
    `SUMMARY:Cuota 2 de 6: 26\\,46\u00a0€ · Muebles\\; «Ñandú» y compañía de la muy noble villa\\\\Bilbao`,
    String.raw`DESCRIPTION:Se cobra\nsola`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:Cuota 2 de 6: 26\\,46\u00a0€ · Muebles\\; «Ñandú» y compañía de la muy noble villa\\\\Bilbao`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
