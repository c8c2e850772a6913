import { useEffect, useEffectEvent, useState } from 'react'
import { checkoutPostcodes } from '#contract/sales/checkout'
import { compactPostcode } from '#domain/platform/identifiers'
import { customerCall } from '../customerCall.ts'
import { isPostcodeOf } from './identityDraft.ts'
import { useSale } from '../useSale.ts'

/**
 * The distinct towns of a postcode; null while it is incomplete or when they cannot be loaded: the town is then typed.
 * `onFound` is called once for each typed postcode.
 */
export function usePlaces(country: 'ES' | 'PT', postcode: string, onFound: (towns: string[]) => void): string[] | null {
  const { link } = useSale()
  const [loaded, setLoaded] = useState<{ requested: string; towns: string[] } | null>(null)
  const notify = useEffectEvent(onFound)
  const code = isPostcodeOf(country, postcode) ? compactPostcode(postcode) : null
  const requested = `${country} ${code}`
  useEffect(() => {
    if (code === null) return
    const life = { over: false }
    customerCall(checkoutPostcodes, link, { query: { code, country } }).then(
      (places) => {
        if (life.over) return
        const towns = [...new Set(places.map(({ city }) => city))]
        setLoaded({ requested, towns })
        notify(towns)
      },
      () => {}, // the town can be typed
    )
    return () => void (life.over = true)
  }, [link, code, country, requested])
  return loaded?.requested === requested && code !== null ? loaded.towns : null
}
