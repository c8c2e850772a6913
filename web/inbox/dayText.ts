const format = new Intl.DateTimeFormat('es-ES', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Madrid' })

/** "jueves 19 de noviembre", in Madrid. */
export const dayText = (at: Date): string => format.format(at).replace(',', '')
