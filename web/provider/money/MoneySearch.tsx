import { useEffect, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { SearchInput } from '../../platform/ui/forms/SearchInput.tsx'
import { setSearch } from '../frame/address.ts'

/** How long typing rests before it is searched, in ms. */
const restMs = 250

/** The search of a list: what is typed goes into the address once typing rests, or at once with Enter. */
export function MoneySearch({ value, label, example }: { value: string; label: string; example: string }) {
  const [typed, setTyped] = useState(value)
  const tidy = typed.trim()
  useEffect(() => {
    if (tidy === value) return
    const timer = setTimeout(() => setSearch({ search: tidy }), restMs)
    return () => clearTimeout(timer)
  }, [tidy, value])
  return (
    <SearchInput
      label={label}
      placeholder={example}
      maxLength={120}
      className="w-full md:max-w-[340px]"
      value={typed}
      onChange={setTyped}
      onSubmit={() => setSearch({ search: tidy })}
    />
  )
}

/** What an empty list says: that nothing matches, with a button that shows all again, or that there is nothing yet. */
export const searchedFor = (search: Readonly<Record<string, string>>): string => search['search']?.slice(0, 120) ?? ''

export const nothingFound = (isFiltered: boolean): string => t(isFiltered ? 'money.nothing' : 'money.empty')
