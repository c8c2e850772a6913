import { useEffect, useState } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { useSale } from '../useSale.ts'

/** How often it is asked whether the shop has confirmed, and for how long somebody is kept waiting for it. */
const againMs = 2_000
const patienceMs = 30_000

/** We have said yes and the shop has not yet: its answer usually takes a second. */
export function WaitingOutcome() {
  const { view, load } = useSale()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const again = setInterval(() => void load(), againMs)
    const enough = setTimeout(() => {
      clearInterval(again)
      setLate(true)
    }, patienceMs)
    return () => {
      clearInterval(again)
      clearTimeout(enough)
    }
  }, [load])
  const { name } = view.shop
  return (
    <p role="status" className="text-ink-2">
      {isLate ? t('consumerScreens.waiting.later', { shop: name }) : t('consumerScreens.waiting.now', { shop: name })}{' '}
      {t('consumerScreens.waiting.nothing')}
    </p>
  )
}
