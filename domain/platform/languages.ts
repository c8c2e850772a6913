/** The languages of the product. Spanish is the source and the default; another one is offered once its messages are complete. */
export const languages = ['es', 'ca', 'gl', 'eu', 'pt'] as const
export type Language = (typeof languages)[number]

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  es: 'Castellano',
  ca: 'Català',
  gl: 'Galego',
  eu: 'Euskara',
  pt: 'Português',
}

/** The language cookies of the panel and of the customer's pages: each is chosen separately. */
export const languageCookieName = 'language'
export const customerLanguageCookieName = 'customer_language'

/** The offered language that an `Accept-Language` header prefers, by weight and without regions (RFC 9110 §12.5.4); undefined when there is none. */
export function firstAccepted<L extends string>(header: string | undefined, offered: readonly L[]): L | undefined {
  const preferences = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [range = '', weight] = part.split(/;\s*q\s*=/i)
      const word = range.trim().split('-')[0]?.toLowerCase()
      const language = offered.find((one) => one === word)
      return language === undefined ? [] : [{ language, weight: weight === undefined ? 1 : Number(weight) || 0 }]
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferences[0]?.language
}
