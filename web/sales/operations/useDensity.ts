import { useState } from 'react'

export type Density = 'normal' | 'dense'

const KEY = 'list-density'

/** Row density, stored in this browser. Unknown stored values mean normal. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'dense' ? 'dense' : 'normal'))
  return [
    density,
    (next) => {
      setDensity(next)
      localStorage.setItem(KEY, next)
    },
  ]
}
