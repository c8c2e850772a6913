import { useEffect, useState } from 'react'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { SearchInput } from '../../platform/ui/forms/SearchInput.tsx'
import { setSearch } from './address.ts'

/** How long typing rests before it is searched, in ms. */
const restMs = 250

type SearchBoxProps = {
  label: string
  placeholder: string
  value: string
  wide?: boolean
  /** Its name in the address. */
  param?: string
  autoFocus?: boolean
}

/** The search field of a list: what is typed goes into the address once typing rests, or at once with Enter. */
export function SearchBox({ label, placeholder, value, wide = false, param = 'search', autoFocus = true }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  // A phone would open its keyboard over the list.
  const { isDefault } = useScreenSize()
  const tidy = typed.trim()
  useEffect(() => {
    if (tidy === value) return
    const timer = setTimeout(() => setSearch({ [param]: tidy }), restMs)
    return () => clearTimeout(timer)
  }, [param, tidy, value])
  return (
    <SearchInput
      autoFocus={autoFocus && !isDefault}
      label={label}
      placeholder={placeholder}
      maxLength={120}
      className={`w-full ${wide ? 'md:max-w-[460px]' : 'md:max-w-[340px]'}`}
      value={typed}
      onChange={setTyped}
      onSubmit={() => setSearch({ [param]: tidy })}
    />
  )
}
