import { countries } from '#domain/merchants/company/countries'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'

/** In the language of the page; in Spanish where the browser does not know it. */
const namesOf = () => new Intl.DisplayNames([pageLanguage(), 'es'], { type: 'region' })

let known: readonly { value: string; label: string }[] | undefined

/** All countries by their names in the language of the page, Spain and Portugal first. */
export function countryChoices(): readonly { value: string; label: string }[] {
  if (known) return known
  const names = namesOf()
  const rest = countries
    .filter((code) => code !== 'ES' && code !== 'PT')
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, pageLanguage()))
  known = [...homeCountries(), ...rest]
  return known
}

/** Where an account's own people and companies are. */
export function homeCountries(): readonly { value: string; label: string }[] {
  const names = namesOf()
  return ['ES', 'PT'].map((code) => ({ value: code, label: names.of(code) ?? code }))
}
