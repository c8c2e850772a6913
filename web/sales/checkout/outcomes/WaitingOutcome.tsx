import { useEffect, useState } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { useSale } from '../useSale.ts'

/** Polling interval for the shop's confirmation, and how long the customer is asked to wait for it. */
const pollMs = 2_000
const maxWaitMs = 30_000

/** Approved by the provider and waiting for the shop's confirmation, which usually takes a second. */
export function WaitingOutcome() {
  const { view, load } = useSale()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const poll = setInterval(() => void load(), pollMs)
    const deadline = setTimeout(() => {
      clearInterval(poll)
      setLate(true)
    }, maxWaitMs)
    return () => {
      clearInterval(poll)
      clearTimeout(deadline)
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
