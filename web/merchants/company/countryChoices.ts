import { countries } from '#domain/merchants/company/countries'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'

/** In the page’s language; in Spanish where the browser does not support it. */
const namesOf = () => new Intl.DisplayNames([pageLanguage(), 'es'], { type: 'region' })

let cached: readonly { value: string; label: string }[] | undefined

/** All countries by their names in the page’s language, Spain and Portugal first. */
export function countryChoices(): readonly { value: string; label: string }[] {
  if (cached) return cached
  const names = namesOf()
  const rest = countries
    .filter((code) => code !== 'ES' && code !== 'PT')
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, pageLanguage()))
  cached = [...homeCountries(), ...rest]
  return cached
}

/** The countries of an account's own people and companies. */
export function homeCountries(): readonly { value: string; label: string }[] {
  const names = namesOf()
  return ['ES', 'PT'].map((code) => ({ value: code, label: names.of(code) ?? code }))
}
