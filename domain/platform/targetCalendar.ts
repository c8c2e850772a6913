import { addDays, daysBetween, localDate, type LocalDate, weekday } from './dates.ts'

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterSunday(year: number): LocalDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  const pad = (value: number) => String(value).padStart(2, '0')
  return localDate(`${year}-${pad(Math.floor(f / 31))}-${pad((f % 31) + 1)}`)
}

const FIXED_HOLIDAYS = ['01-01', '05-01', '12-25', '12-26']

/**
 * Whether euro payments settle that day: the TARGET calendar of the European Central Bank is closed
 * on weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December.
 */
export function isTargetBusinessDay(day: LocalDate): boolean {
  if (weekday(day) >= 6 || FIXED_HOLIDAYS.includes(day.slice(5))) return false
  const fromEaster = daysBetween(easterSunday(Number(day.slice(0, 4))), day)
  return fromEaster !== -2 && fromEaster !== 1
}

/** The first TARGET business day strictly after a day: the value date "T+1". */
export function nextTargetBusinessDay(day: LocalDate): LocalDate {
  let next = addDays(day, 1)
  while (!isTargetBusinessDay(next)) next = addDays(next, 1)
  return next
}

/** The day by which a refund to a card is visible there: five TARGET business days later (banks take two to five). */
export function cardCreditSeenOn(day: LocalDate): LocalDate {
  let seen = day
  for (let days = 0; days < 5; days += 1) seen = nextTargetBusinessDay(seen)
  return seen
}
