import { pageLanguage } from '../api/pageLanguage.ts'

const parts = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Madrid',
} as const

/** "jueves 19 de noviembre de 2026", in Madrid. */
export const dayText = (at: Date): string => new Intl.DateTimeFormat(pageLanguage(), parts).format(at).replace(',', '')
