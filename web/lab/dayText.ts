const format = new Intl.DateTimeFormat('es-ES', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Madrid',
})

/** "jueves 19 de noviembre de 2026", in Madrid. */
export const dayText = (at: Date): string => format.format(at).replace(',', '')
