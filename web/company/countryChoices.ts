import { countries } from '#domain/countries'

let known: readonly { value: string; label: string }[] | undefined

/** All countries by their Spanish names, Spain and Portugal first. */
export function countryChoices(): readonly { value: string; label: string }[] {
  if (known) return known
  const names = new Intl.DisplayNames('es', { type: 'region' })
  const rest = countries
    .filter((code) => code !== 'ES' && code !== 'PT')
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'es'))
  known = [...homeCountries(), ...rest]
  return known
}

/** Where an account's own people and companies are. */
export function homeCountries(): readonly { value: string; label: string }[] {
  const names = new Intl.DisplayNames('es', { type: 'region' })
  return ['ES', 'PT'].map((code) => ({ value: code, label: names.of(code) ?? code }))
}
