type Words = Readonly<Record<string, unknown>>
type Plural = { one: string; other: string }

const isPlural = (value: unknown): value is Plural =>
  typeof value === 'object' &&
  value !== null &&
  'one' in value &&
  typeof value.one === 'string' &&
  'other' in value &&
  typeof value.other === 'string'

const formsOf = (value: unknown): string[] => (isPlural(value) ? [value.one, value.other] : typeof value === 'string' ? [value] : [])
const placesOf = (value: unknown): string[] =>
  [...new Set(formsOf(value).flatMap((form) => form.match(/\{\w+(?=[:}])/g) ?? []))].map((start) => `${start}}`).toSorted()

/** What is missing or wrong in a language's messages compared with the source; empty when it is complete. */
export function wordGaps(source: Words, translation: Words): string[] {
  return Object.entries(source).flatMap(([key, original]) => {
    const translated = translation[key]
    if (translated === undefined) return [`"${key}" is missing.`]
    if (isPlural(original) !== isPlural(translated))
      return [`"${key}" must be ${isPlural(original) ? '{"one", "other"}' : 'one sentence'}.`]
    const forms = formsOf(translated)
    if (forms.length === 0 || forms.some((form) => form.trim() === '' && formsOf(original).every((one) => one.trim() !== '')))
      return [`"${key}" is empty.`]
    const [places, wantedPlaces] = [placesOf(translated).join(', '), placesOf(original).join(', ')]
    return places === wantedPlaces ? [] : [`"${key}" has the places ${places || 'none'}, and must have ${wantedPlaces || 'none'}.`]
  })
}
