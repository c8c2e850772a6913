import { pageLanguage } from '../api/pageLanguage.ts'

const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Madrid' } as const

/** "jueves 19 de noviembre", in Madrid. */
export const dayText = (at: Date): string => new Intl.DateTimeFormat(pageLanguage(), parts).format(at).replace(',', '')
