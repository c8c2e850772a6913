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
export function wordGaps(source: Words, given: Words): string[] {
  return Object.entries(source).flatMap(([key, wanted]) => {
    const found = given[key]
    if (found === undefined) return [`"${key}" is missing.`]
    if (isPlural(wanted) !== isPlural(found)) return [`"${key}" must be ${isPlural(wanted) ? '{"one", "other"}' : 'one sentence'}.`]
    const forms = formsOf(found)
    if (forms.length === 0 || forms.some((form) => form.trim() === '' && formsOf(wanted).every((one) => one.trim() !== '')))
      return [`"${key}" is empty.`]
    const [places, wantedPlaces] = [placesOf(found).join(', '), placesOf(wanted).join(', ')]
    return places === wantedPlaces ? [] : [`"${key}" has the places ${places || 'none'}, and must have ${wantedPlaces || 'none'}.`]
  })
}
