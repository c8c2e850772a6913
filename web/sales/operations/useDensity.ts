import { useState } from 'react'

export type Density = 'normal' | 'dense'

const KEY = 'list-density'

/** How tall the rows are: a display choice of this browser. Anything unknown in the storage is the normal height. */
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
